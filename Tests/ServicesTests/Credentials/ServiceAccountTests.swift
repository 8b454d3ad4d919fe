import Text
import Crypto
import JSON
import Platform
import TestSupport
import Testing
import Domain

@testable import Services

@Suite("The tokens of a service account") struct ServiceAccountTests {
    /// Its file, with members changed or taken out.
    private func file(_ desk: Desk, _ changes: [String: String?] = [:]) throws -> Secret {
        var members: [String: String?] = [
            "type": "service_account", "project_id": "tower-1", "private_key_id": "kid-7",
            "private_key": try Keys.rsa.get(),
            "client_email": "reader@tower-1.iam.gserviceaccount.com", "token_uri": "\(desk.server.url)/token",
        ]
        for (name, value) in changes { members[name] = .some(value) }
        var bytes: [UInt8] = []
        for case (let name, let value?) in members {
            bytes.append(UInt8(ascii: bytes.isEmpty ? "{" : ","))
            bytes.append(json: name)
            bytes.append(UInt8(ascii: ":"))
            bytes.append(json: value)
        }
        return try desk.secret("sa.json", String(decoding: bytes, as: UTF8.self) + "}\n")
    }

    private func open(_ desk: Desk, _ changes: [String: String?] = [:]) throws -> any Credentials {
        try credentials(for: .serviceAccount(try file(desk, changes)), account: nil, in: desk.environment())
    }

    private func claims(_ token: String) throws -> JSONNode { try #require(JSONWebToken.claims(of: token)) }

    private func verified(_ token: String) throws -> JSONNode {
        let parts = token.split(separator: ".")
        try #require(parts.count == 3)
        let folder = try Scratch()
        try folder.write("key.pem", try Keys.rsa.get())
        try folder.write("message", "\(parts[0]).\(parts[1])")
        try folder.write("signature", try #require(Base64URL.bytes(parts[2])))
        let check = shell(
            "cd '\(folder.path)' && openssl pkey -in key.pem -pubout -out public.pem && "
                + "openssl dgst -sha256 -verify public.pem -signature signature message")
        #expect(check.status == 0, "openssl takes the signature")
        let header = try JSONDocument(try #require(Base64URL.bytes(parts[0]))).root
        #expect(header["alg"]?.string == "RS256" && header["typ"]?.string == "JWT" && header["kid"]?.string == "kid-7")
        return try claims(token)
    }

    @Test func `a service account signs its tokens itself and asks nobody`() throws {
        let desk = try Desk()
        let credentials = try open(desk)
        let claims = try verified(String(try #require(bearer(try credentials.headers())).dropFirst("Bearer ".count)))
        let now = Int(desk.time.clock.now().milliseconds / 1000)
        #expect(claims["iss"]?.string == "reader@tower-1.iam.gserviceaccount.com")
        #expect(claims["sub"]?.string == claims["iss"]?.string && claims["aud"] == nil)
        #expect(claims["iat"]?.integer == now && claims["exp"]?.integer == now + 3600)
        #expect(
            claims["scope"]?.string
                == "https://www.googleapis.com/auth/cloud-platform https://www.googleapis.com/auth/cloud-vision")
        #expect(desk.server.requests.isEmpty && credentials.project == "tower-1")
        let first = try credentials.headers()
        desk.time.advance(.seconds(3600 - 225 - 1))
        #expect(try credentials.headers() == first)
        desk.time.advance(.seconds(1))
        #expect(try credentials.headers() != first && desk.server.requests.isEmpty)
    }

    @Test func `a service account refused by the service asks the token endpoint, and from then on`() throws {
        let desk = try Desk(token("ya29.1", 3599), token("ya29.2", 3599))
        let credentials = try open(desk)
        let selfSigned = try credentials.headers()
        #expect(together(16) { _ in try? credentials.renew(after: selfSigned) } == Array(repeating: true, count: 16))
        #expect(bearer(try credentials.headers()) == "Bearer ya29.1")
        let request = try #require(desk.server.requests.first)
        #expect(desk.server.requests.count == 1 && request.method == "POST" && request.target == "/token")
        #expect(request.header("content-type") == "application/x-www-form-urlencoded")
        let fields = form(request.text)
        #expect(fields["grant_type"] == "urn:ietf:params:oauth:grant-type:jwt-bearer" && fields.count == 2)
        let claims = try verified(try #require(fields["assertion"]))
        let now = Int(desk.time.clock.now().milliseconds / 1000)
        #expect(claims["aud"]?.string == "https://oauth2.googleapis.com/token" && claims["sub"] == nil)
        #expect(claims["iat"]?.integer == now && claims["exp"]?.integer == now + 3600)
        #expect(claims["scope"]?.string?.contains("https://www.googleapis.com/auth/cloud-vision") == true)
        desk.time.advance(.seconds(3599 - 225))
        #expect(bearer(try credentials.headers()) == "Bearer ya29.2")
    }

    @Test func `a service account is taken by Google's own library`() throws {
        let desk = try Desk()
        desk.time.advance(TimeSpan(milliseconds: wallMilliseconds() - desk.time.clock.now().milliseconds))
        let header = try #require(bearer(try open(desk).headers()))
        try desk.folder.write("token", String(header.dropFirst("Bearer ".count)))
        try desk.folder.write("key.pem", try Keys.rsa.get())
        let python = packageRoot.appending(".deps/python/bin/python")
        let check = shell(
            """
            cd '\(desk.folder.path)' && openssl pkey -in key.pem -pubout -out public.pem && '\(python)' -c '
            from google.auth import jwt
            print(jwt.decode(open("token").read(), certs=open("public.pem").read())["iss"])'
            """)
        #expect(String(decoding: check.output, as: UTF8.self) == "reader@tower-1.iam.gserviceaccount.com\n")
    }

    @Test func `a service account whose file is malformed names the file and what is missing`() throws {
        let desk = try Desk()
        let source = "file:\(desk.folder.file("sa.json"))"
        func complaint(_ changes: [String: String?]) throws -> String? {
            let file = try file(desk, changes)
            let error = problem { () throws(BackendError) in
                try credentials(for: .serviceAccount(file), account: nil, in: desk.environment())
            }
            try expectNoKey(error)
            return error?.description
        }
        #expect(
            try complaint(["client_email": nil, "private_key": nil])
                == "\(source) has no client_email and no private_key; download a key of the service account again, as "
                + "JSON")
        #expect(try complaint(["client_email": ""])?.hasPrefix("\(source) has no client_email; ") == true)
        #expect(
            try complaint(["private_key": "-----BEGIN PRIVATE KEY-----\nhush\n-----END PRIVATE KEY-----"])?.hasPrefix(
                "\(source) has a private_key that is not a key in PEM form without a passphrase; ") == true)
        #expect(
            try complaint(["private_key": try Keys.ellipticCurve.get()])?.hasPrefix(
                "\(source) has a private_key that is not an RSA key; ") == true)
        #expect(try complaint(["type": nil])?.hasPrefix("\(source) has no `type`; ") == true)
        #expect(
            try complaint(["type": "impersonated_service_account"])
                == "the credentials in \(source): they are of type `impersonated_service_account`; Cairn takes "
                + "service_account and authorized_user; make a key of a service account, or give `accessToken:` what "
                + "`gcloud auth print-access-token` prints")
        #expect(try complaint(["type": "hush"])?.contains("of an unknown type") == true)
        #expect(
            try complaint([
                "type": "authorized_user", "client_id": "a", "client_secret": "hush", "refresh_token": "hush",
            ])?
            .hasPrefix("the credentials in \(source): they are a user's, not a service account's; say `adc: true`")
                == true)
        let text = try desk.secret("sa.json", "{\"type\": hush}")
        let error = problem { () throws(BackendError) in
            try credentials(for: .serviceAccount(text), account: nil, in: desk.environment())
        }
        #expect(
            error?.description == "\(source) is not a JSON file of credentials (no JSON: a value was expected "
                + "at byte 9)")
    }

    @Test(arguments: [
        (400, "invalid_grant", "Invalid JWT Signature.", "the key was deleted or the account is gone: make a new key"),
        (400, "invalid_grant", "Invalid grant: account not found", "the key was deleted or the account is gone"),
        (
            400, "invalid_grant",
            "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. "
                + "Check your iat and exp values in the JWT claim.", "set this machine's clock"
        ),
        (
            401, "unauthorized_client", "Client is unauthorized to retrieve access tokens.",
            "see the account in the console"
        ),
        (403, "access_denied", "Account restricted", "see the account in the console"),
    ])
    func `a service account that is refused for good says who, why and what to do`(
        status: Int, code: String, words: String, advice: String
    ) throws {
        let desk = try Desk(.init(status, #"{"error":"\#(code)","error_description":"\#(words)"}"#))
        let credentials = try open(desk)
        let selfSigned = try credentials.headers()
        let error = problem { () throws(BackendError) in try credentials.renew(after: selfSigned) }
        try expectNoKey(error)
        let text = try #require(error?.description)
        #expect(
            text.hasPrefix(
                "service account reader@tower-1.iam.gserviceaccount.com (file:\(desk.folder.path)/sa.json): "))
        #expect(
            text.contains("\(desk.server.authority) gives it no token (status \(status), \(code): \(words)); \(advice)")
        )
        #expect(desk.server.requests.count == 1 && desk.pauses.all.isEmpty)
    }

    @Test func `a service account whose key or signed request the endpoint repeats does not show them`() throws {
        let desk = try Desk()
        let credentials = try open(desk)
        let selfSigned = try credentials.headers()
        let key = try Keys.rsa.get().split(separator: "\n").joined(separator: "\\n")
        desk.answers(.init(400, #"{"error":"odd","error_description":"\#(key)\n and more"}"#))
        let error = problem { () throws(BackendError) in try credentials.renew(after: selfSigned) }
        #expect(error?.description.contains("odd: ***") == true)
        try expectNoKey(error)
    }

    private func expectNoKey(_ error: BackendError?) throws {
        let text = try #require(error).description
        #expect(!text.contains("hush"))
        for line in try Keys.rsa.get().split(separator: "\n") where !line.hasPrefix("-----") {
            #expect(!text.contains(line))
        }
    }
}

/// Keys made by openssl for these tests alone, once.
enum Keys {
    static let rsa = Result { try made("genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048") }
    static let ellipticCurve = Result { try made("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256") }

    private static func made(_ command: String) throws -> String {
        let made = shell("openssl \(command)")
        try #require(made.status == 0)
        return String(decoding: made.output, as: UTF8.self)
    }
}
