package import Curl
import FoundationEssentials

extension HTTPBody {
    /// What is sent, in base 64 by Foundation.
    package var bytes: [UInt8] {
        pieces.flatMap { piece in
            switch piece {
            case .plain(let bytes): bytes
            case .base64(let bytes): Array(Data(bytes).base64EncodedString().utf8)
            }
        }
    }

    /// The same as text.
    package var text: String { String(decoding: bytes, as: UTF8.self) }
}
