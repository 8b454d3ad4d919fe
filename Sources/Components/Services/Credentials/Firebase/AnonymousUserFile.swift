internal import Text
internal import JSON
internal import Platform
internal import Domain

/// An anonymous Firebase user in a file: every process that names the file is the same user.
///
/// `{"project":"my-project","refreshToken":"..."}`, and `"emulator"` where an Auth emulator made the user. The file has
/// mode 0600 and is replaced whole. Signing in and refreshing happen under a lock beside it, so that processes that
/// start at once make one user, and none of them refreshes with a token that another has just replaced.
struct AnonymousUserFile: Sendable {
    let path: FilePath
    let project: String
    let emulator: String?
    let environment: ProcessEnvironment

    /// A session of the file's user; of a new one where there is no file, or its user is gone.
    ///
    /// A new user is made only where the old one cannot come back. A file that cannot be read, or that is another
    /// project's, is an error and stays as it is.
    func session(
        by service: FirebaseAuthService, webKey: String, at now: Timestamp
    ) throws(FirebaseAuthProblem) -> FirebaseSession {
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        guard let token = try token() else { return try newUser(by: service, webKey: webKey, at: now) }
        do throws(FirebaseAuthProblem) {
            let session = try service.refreshed(token, webKey: webKey, at: now)
            if let next = session.refreshToken, next != token { try save(next) }
            return session
        } catch {
            guard case .refused(let code, _) = error, gone.contains(code) else { throw error }
            let session = try newUser(by: service, webKey: webKey, at: now)
            environment.notice(
                "the anonymous Firebase user in \(path) is gone (\(code)); a new one was made, and the file replaced")
            return session
        }
    }

    private func newUser(
        by service: FirebaseAuthService, webKey: String, at now: Timestamp
    ) throws(FirebaseAuthProblem) -> FirebaseSession {
        let session = try service.session("signUp", [], webKey: webKey, at: now)
        guard let token = session.refreshToken else {
            throw .unasked(.tokenService(host: "Firebase Auth", reason: "it answered without a refresh token"))
        }
        try save(token)
        return session
    }

    /// The lock beside the file, as soon as no other process has it.
    ///
    /// Another process holds it for the time of its sign-in, at most. One that is stopped while it holds it is not
    /// waited for.
    private func lock() throws(FirebaseAuthProblem) -> FileLock {
        let file = FilePath(bytes: path.bytes + Array(".lock".utf8))
        let end = environment.monotonic.now() + 5 * environment.timeout.milliseconds + 20_000
        do throws(SystemError) {
            while true {
                if let lock = try FileLock.acquire(file) { return lock }
                guard !environment.isInterrupted(), environment.monotonic.now() < end else { break }
                environment.pause(TimeSpan(milliseconds: 50))
            }
        } catch {
            throw .unasked(
                unusable(
                    error.sentence,
                    "its folder must be there and writable"))
        }
        throw .unasked(
            .tokenService(
                host: "\(path)", reason: "another process has held \(file) too long, or this one was interrupted"))
    }

    /// The refresh token in the file; nil where there is no file.
    private func token() throws(FirebaseAuthProblem) -> String? {
        guard (try? FileStatus(of: path)) != nil else { return nil }
        let buffer = FileBuffer()
        do throws(SystemError) { try buffer.read(path, limit: 1 << 16) } catch {
            throw .unasked(unusable("cannot be read: \(error.reason)", "make it readable, or name another file"))
        }
        guard let root = try? JSONDocument(buffer.copy).root, let owner = root["project"]?.string,
            let token = root["refreshToken"]?.string, !token.isEmpty
        else {
            throw .unasked(
                unusable("it holds no Firebase user", "name another file, or remove it to make a new user"))
        }
        let made = root["emulator"]?.string
        guard owner == project, made == emulator else {
            let other = made.map { "the Auth emulator at \(readable(Array($0.utf8)))" } ?? "Firebase Auth"
            let found = "project \(readable(Array(owner.utf8))) at \(other)"
            throw .unasked(
                unusable(
                    "its user is one of \(found), and the manifest says \(project) at \(emulator.map { "the Auth emulator at \($0)" } ?? "Firebase Auth")",
                    "name another file for this project"))
        }
        return token
    }

    private func save(_ token: String) throws(FirebaseAuthProblem) {
        let json = jsonObject([("project", project), ("refreshToken", token), ("emulator", emulator)])
        do throws(SystemError) { try replaceFile(path, with: json + Array("\n".utf8), isPrivate: true) } catch {
            throw .unasked(unusable("cannot be written: \(error.reason)", "its folder must be there and writable"))
        }
    }

    private func unusable(_ reason: String, _ advice: String) -> BackendError {
        .credentials(subject: "backend.auth.userFile: \(path)", reason: reason, advice: advice)
    }
}

/// Codes that say that the user is gone for good, or may only sign in again, which an anonymous one cannot.
private let gone: Set<String> = ["USER_NOT_FOUND", "TOKEN_EXPIRED"]
