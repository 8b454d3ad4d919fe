internal import Text
package import Platform

/// Why a model cannot be read or run.
package enum LiteRTError: Error, Equatable, Sendable {
    /// The library is at none of the places.
    case notFound([FilePath])
    /// The file at the library's place is none that can be opened here.
    case notALibrary(FilePath, reason: String)
    /// Another user owns the library or its folder, or may write it: which of both.
    case writableByOthers(FilePath, FilePath)
    /// A folder was named in the library's place, and the library is not in it.
    case folder(FilePath)
    /// The library lacks a function that LiteRT has since 2.2.
    case tooOld(FilePath, missing: String)
    /// The bytes are no model, or one outside the limits.
    case modelRefused(reason: String)
    /// The model needs operations that the library does not have.
    case unsupportedOperations([String])
    /// A call to the library failed, with its status and what it says itself.
    case failed(step: String, status: Int, message: String?)

    /// The library's name for a failed call's status: `INVALID_FLATBUFFER`.
    package static func name(ofStatus status: Int) -> String {
        switch status {
        case 1: "INVALID_ARGUMENT"
        case 2: "MEMORY_ALLOCATION_FAILURE"
        case 3: "RUNTIME_FAILURE"
        case 4: "MISSING_INPUT_TENSOR"
        case 5: "UNSUPPORTED"
        case 6: "NOT_FOUND"
        case 7: "TIMEOUT_EXPIRED"
        case 8: "WRONG_VERSION"
        case 9: "UNKNOWN"
        case 10: "ALREADY_EXISTS"
        case 100: "CANCELLED"
        case 500: "FILE_IO"
        case 501: "INVALID_FLATBUFFER"
        case 502: "DYNAMIC_LOADING"
        case 503: "SERIALIZATION"
        case 504: "COMPILATION"
        case 1000: "INDEX_OUT_OF_RANGE"
        case 1001: "INVALID_IR_TYPE"
        case 1002: "INVALID_GRAPH_INVARIANT"
        default: "status \(status)"
        }
    }
}

extension LiteRTError: CustomStringConvertible {
    /// A clause for people that names the cause.
    package var description: String {
        switch self {
        case .notFound(let places):
            "libLiteRt.so is at none of: " + places.map(\.description).joined(separator: ", ")
        case .notALibrary(let path, let reason): "\(path) cannot be opened as a library: \(reason)"
        case .writableByOthers(let library, let path):
            "\(library) is not loaded, for other users may write \(path); `chmod go-w \(path)` where it is yours"
        case .folder(let path):
            "CAIRN_LITERT=\(path) is a folder without libLiteRt.so; "
                + "name the file libLiteRt.so, or the folder it lies in"
        case .tooOld(let path, let missing): "\(path) has no \(missing): LiteRT 2.2 or newer is needed"
        case .modelRefused(let reason): reason
        case .unsupportedOperations(let names):
            "it needs operations that LiteRT does not have: " + shortList(names)
        case .failed(let step, let status, let message):
            "LiteRT cannot \(step): " + (message.map { "\($0) " } ?? "") + "(\(LiteRTError.name(ofStatus: status)))"
        }
    }
}
