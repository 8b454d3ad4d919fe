internal import CLiteRT
internal import Glibc
package import Platform

/// LiteRT's shared library, opened; it stays open until the process ends.
@safe package final class LiteRTLibrary: @unchecked Sendable {
    // because the table is filled before anybody else sees it, and never written again.
    let functions: UnsafeMutablePointer<cl_functions>
    /// Where it was found.
    package let path: FilePath

    /// Opens the first library that is there.
    ///
    /// A file that is there and is not a library is an error, not a reason to look further, and so is one that other
    /// users may replace: its code runs as this user. The only place is the user's own word.
    package convenience init(places: [FilePath]) throws(LiteRTError) {
        for place in places {
            do {
                if places.count > 1 { try LiteRTLibrary.refuseForeign(place) }
                try self.init(at: place)
                return
            } catch .notFound {
                continue
            }
        }
        throw LiteRTError.notFound(places)
    }

    private init(at place: FilePath) throws(LiteRTError) {
        let path = try LiteRTLibrary.file(at: place)
        // Without a slash the name is the system's to find, and its own libraries are whole.
        let isLoose = !path.bytes.contains(UInt8(ascii: "/"))
        if !isLoose, let reason = try LiteRTLibrary.complaint(about: path) {
            throw LiteRTError.notALibrary(path, reason: reason)
        }
        let handle = unsafe (path.bytes + [0]).withUnsafeBytes { name in
            unsafe dlopen(name.baseAddress?.assumingMemoryBound(to: CChar.self), RTLD_NOW | RTLD_LOCAL)
        }
        guard let handle = unsafe handle else {
            let reason = unsafe dlerror().map { unsafe String(cString: $0) } ?? "dlopen failed"
            throw isLoose ? LiteRTError.notFound([path]) : LiteRTError.notALibrary(path, reason: reason)
        }
        // Exported since 2.2; before it, functions of the same names took other parameters.
        guard unsafe dlsym(handle, "kLiteRtRuntimeBuiltin") != nil else {
            throw LiteRTError.tooOld(path, missing: "kLiteRtRuntimeBuiltin")
        }
        unsafe functions = UnsafeMutablePointer<cl_functions>.allocate(capacity: 1)
        self.path = path
        if let missing = unsafe cl_fill(handle, functions) {
            throw LiteRTError.tooOld(path, missing: unsafe String(cString: missing))
        }
    }

    /// The library's file: the place, or where that is a folder, the file in it.
    private static func file(at place: FilePath) throws(LiteRTError) -> FilePath {
        guard (try? FileStatus(of: place))?.kind == .folder else { return place }
        let file = place.appending(libraryName)
        guard (try? FileStatus(of: file)) != nil else { throw LiteRTError.folder(place) }
        return file
    }

    /// Refuses a library where another user than this one and root owns the file or its folder, or may write it.
    private static func refuseForeign(_ place: FilePath) throws(LiteRTError) {
        // A name without a slash is the system's to find.
        guard place.isAbsolute, (try? FileStatus(of: place)) != nil else { return }
        let file = (try? place.resolved()) ?? place
        for path in [file, file.directory, place.directory] {
            guard let status = try? FileStatus(of: path) else { continue }
            if ![0, userNumber()].contains(status.owner) || status.mode & 0o022 != 0 {
                throw .writableByOthers(file, path)
            }
        }
    }

    /// Why the file cannot be opened; an absent one is an error.
    private static func complaint(about path: FilePath) throws(LiteRTError) -> String? {
        do throws(SystemError) {
            return try ELFHeader.complaint(about: path)
        } catch {
            if error.number == ENOENT || error.number == ENOTDIR { throw LiteRTError.notFound([path]) }
            return error.reason
        }
    }
}

/// Turns a status of the library into an error; the one place that knows 0 is success.
func check(_ status: Int32, _ step: String, message: String? = nil) throws(LiteRTError) {
    guard status == 0 else { throw LiteRTError.failed(step: step, status: Int(status), message: message) }
}
