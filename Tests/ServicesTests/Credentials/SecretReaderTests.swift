import Platform
import TestSupport
import Testing
import Domain

@testable import Services

@Suite("The reader of secrets") struct SecretReaderTests {
    private let folder: Scratch

    init() throws { folder = try Scratch() }

    private func read(_ secret: Secret, _ environment: [String: String] = [:]) throws(BackendError) -> String {
        try SecretReader(environment: environment).token(secret)
    }

    @Test func `a secret is read from an environment variable or a file, without the line ends behind it`() throws {
        #expect(try read(.environment("KEY"), ["KEY": "AIza-1"]) == "AIza-1")
        for end in ["", "\n", "\r\n", "\n\n"] {
            #expect(try read(.file(try folder.write("key", "AIza-1\(end)"))) == "AIza-1")
        }
        let blanks = try SecretReader(environment: [:]).text(.file(try folder.write("password", " två ord\n")))
        #expect(blanks == " två ord")
    }

    @Test func `a secret that is missing or empty names its place`() throws {
        let key = Secret.environment("KEY")
        #expect(
            problem { () throws(BackendError) in try read(key) }?.description
                == "the environment variable KEY is not set")
        let hidden = problem { () throws(BackendError) in try read(.environment("hunterxhunter")) }?.description
        #expect(hidden?.contains("env:***") == true && hidden?.contains("hunter") == false, "\(hidden ?? "")")
        #expect(problem { () throws(BackendError) in try read(key, ["KEY": ""]) }?.description == "env:KEY is empty")
        let file = folder.file("key")
        let missing = problem { () throws(BackendError) in try read(.file(file)) }
        #expect(missing?.description == "file:\(file) cannot be read: No such file or directory")
        for text in ["", "\n", "\r\n\r\n"] {
            try folder.write("key", text)
            #expect(
                problem { () throws(BackendError) in try read(.file(file)) }?.description == "file:\(file) is empty")
        }
        let aFolder = problem { () throws(BackendError) in try read(.file(folder.path)) }
        #expect(aFolder?.description == "file:\(folder.path) cannot be read: Is a directory")
    }

    @Test func `a secret that would break a header field is refused, and not shown`() throws {
        for bad in ["AIza\nX-Evil: 1", "AIza\r\nX-Evil: 1", "AIza\rX", "AIza b", "AIza\u{0}", "AIza\u{7F}", "AIzaé"] {
            let error = problem { () throws(BackendError) in try read(.environment("KEY"), ["KEY": bad]) }
            #expect(
                error?.description.contains("env:KEY holds a line break, a blank or") == true, "\(bad.debugDescription)"
            )
            #expect(error?.description.contains("AIza") == false)
        }
        let bytes = try folder.write("bytes", [0xFF, 0xFE, 0x41])
        let error = problem { () throws(BackendError) in try read(.file(bytes)) }
        #expect(error?.description == "file:\(bytes) is not UTF-8 text")
        let long = try folder.write("long", [UInt8](repeating: 0x41, count: 2 << 20))
        let tooLong = problem { () throws(BackendError) in try read(.file(long)) }
        #expect(tooLong?.description == "file:\(long) cannot be read: File too large")
    }

    @Test func `a secret in a file that others may read is warned about`() throws {
        let reader = SecretReader(environment: [:])
        let file = try folder.write("sa.json", "{}")
        try Files.permit(file, 0o644)
        let open = "file:\(file) can be read by others (mode 0644); chmod 600 \(file)"
        #expect(reader.warning(about: .file(file)) == open)
        try Files.permit(file, 0o620)
        #expect(reader.warning(about: .file(file))?.contains("can be used by others (mode 0620)") == true)
        for mode in [0o600, 0o400, 0o700] as [UInt32] {
            try Files.permit(file, mode)
            #expect(reader.warning(about: .file(file)) == nil)
        }
        #expect(reader.warning(about: .environment("KEY")) == nil)
        #expect(reader.warning(about: .file(folder.file("none"))) == nil)
    }

    @Test func `a secret of any backend is among those warned about`() throws {
        func file(_ name: String) throws -> Secret {
            let path = try folder.write(name, "x")
            try Files.permit(path, 0o640)
            return .file(path)
        }
        var environment = try Desk().environment()
        func warned(_ settings: BackendSettings) -> Int { secretWarnings(for: settings, in: environment).count }
        let (one, two, three, four) = (try file("1"), try file("2"), try file("3"), try file("4"))
        #expect(warned(.vision(.init(auth: .apiKey(one)))) == 1)
        #expect(warned(.vision(.init(auth: .serviceAccount(one)))) == 1)
        #expect(warned(.vision(.init(auth: .accessToken(one)))) == 1)
        #expect(warned(.vision(.init(auth: .applicationDefault))) == 0)
        environment.variables = ["GOOGLE_APPLICATION_CREDENTIALS": folder.file("1").description]
        #expect(warned(.vision(.init(auth: .applicationDefault))) == 1)
        func firebase(_ auth: FirebaseAuth) -> BackendSettings {
            var settings = FirebaseSettings(project: "p", function: .url("http://127.0.0.1/f"), auth: auth)
            settings.appCheck = .token(four)
            return .firebase(settings)
        }
        #expect(warned(firebase(.idToken(one))) == 2)
        #expect(warned(firebase(.signIn(.anonymous, webKey: one, emulator: nil))) == 2)
        #expect(warned(firebase(.signIn(.password(email: two, password: three), webKey: one, emulator: nil))) == 4)
        #expect(warned(firebase(.signIn(.customToken(two), webKey: one, emulator: nil))) == 3)
        #expect(warned(firebase(.signIn(.refreshToken(two), webKey: one, emulator: nil))) == 3)
    }
}
