internal import Glibc

/// This machine's name, as people know it.
package func hostName() -> String {
    var bytes = [UInt8](repeating: 0, count: 256)
    let result = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe buffer.withMemoryRebound(to: CChar.self) { text in
            unsafe text.baseAddress.map { unsafe gethostname($0, text.count - 1) } ?? -1
        }
    }
    return result == 0 ? String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) : "localhost"
}
