internal import CTesseract
internal import Glibc
package import Platform

/// Tesseract's shared library, opened; it stays open until the process ends.
@safe package final class TesseractLibrary: @unchecked Sendable {
    // because the table is filled before any other object sees it, and never written again.
    let functions: UnsafeMutablePointer<ct_functions>
    /// Where it was found.
    package let path: FilePath
    /// Its version: `5.3.0`.
    package let version: String

    /// The places of the library, from nothing but the process's environment.
    ///
    /// A place that `CAIRN_TESSERACT` names is the only one: to run another library than the one asked for would be
    /// worse than none. A name without a slash leaves the search to the system.
    package static func places(_ environment: [String: String]) -> [FilePath] {
        if let named = environment["CAIRN_TESSERACT"], !named.isEmpty { return [FilePath(named)] }
        return [FilePath("libtesseract.so.5")]
    }

    /// Opens the first library that is there.
    ///
    /// Call it before threads start: it writes to the process's environment, and the library reads that once, when it
    /// is opened. One thread for each engine: slots work side by side already, and with more threads than processors a
    /// page takes four times as long.
    package convenience init(places: [FilePath]) throws(TesseractError) {
        let limit = unsafe getenv("OMP_THREAD_LIMIT").map { unsafe String(cString: $0) }
        if limit != "1" { unsafe setenv("OMP_THREAD_LIMIT", "1", 1) }
        for place in places {
            do {
                try self.init(at: place)
                return
            } catch .notFound {
                continue
            }
        }
        throw .notFound(places)
    }

    private init(at path: FilePath) throws(TesseractError) {
        let isLoose = !path.bytes.contains(UInt8(ascii: "/"))
        if !isLoose, let reason = try TesseractLibrary.complaint(about: path) {
            throw .notALibrary(path, reason: reason)
        }
        let handle = unsafe (path.bytes + [0]).withUnsafeBytes { name in
            unsafe dlopen(name.baseAddress?.assumingMemoryBound(to: CChar.self), RTLD_NOW | RTLD_LOCAL)
        }
        guard let handle = unsafe handle else {
            let reason = unsafe dlerror().map { unsafe String(cString: $0) } ?? "dlopen failed"
            throw isLoose ? .notFound([path]) : .notALibrary(path, reason: reason)
        }
        unsafe functions = .allocate(capacity: 1)
        self.path = path
        if let missing = unsafe ct_fill(handle, functions) {
            throw .tooOld(path, missing: unsafe String(cString: missing))
        }
        unsafe version = functions.pointee.version().map { unsafe String(cString: $0) } ?? "unknown"
        // Leptonica, which reads and thresholds the pixels, complains on standard error otherwise.
        if let found = unsafe dlsym(handle, "setMsgSeverity") {
            typealias Setter = @convention(c) (Int32) -> Int32
            let silence = unsafe unsafeBitCast(found, to: Setter.self)
            _ = silence(noMessages)
        }
    }

    /// Why the file cannot be opened; an absent one is an error.
    private static func complaint(about path: FilePath) throws(TesseractError) -> String? {
        do throws(SystemError) {
            return try ELFHeader.complaint(about: path)
        } catch {
            if error.number == ENOENT || error.number == ENOTDIR { throw .notFound([path]) }
            return error.reason
        }
    }
}

/// L_SEVERITY_NONE.
private let noMessages: Int32 = 6
