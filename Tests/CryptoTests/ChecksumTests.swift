import Crypto
import TestSupport
import Testing
import Text

@Suite("The checksums of Cloud Storage") struct ChecksumTests {
    /// RFC 1321, appendix A.5.
    @Test(arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
        ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    ])
    func `MD5 gives the standard's own examples`(text: String, expected: String) throws {
        let found = md5(Array(text.utf8))
        #expect(hexadecimal(found) == expected)
    }

    /// RFC 3720, appendix B.4, and the check value of the catalogue of parametrised CRCs.
    @Test(
        arguments: [
            ([UInt8](repeating: 0, count: 32), 0x8A91_36AA), ([UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43),
            ([UInt8](0..<32), 0x46DD_794E), (Array("123456789".utf8), 0xE306_9283), ([], 0),
        ] as [([UInt8], UInt32)])
    func `CRC-32C gives the standard's own examples`(bytes: [UInt8], expected: UInt32) {
        var checksum = CRC32C()
        checksum.update(bytes.span)
        #expect(checksum.value == expected)
    }

    @Test func `bytes in pieces give what they give at once`() {
        let seed: UInt64 = 3
        var random = Seeded(seed)
        let bytes = (0..<10_000).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        var (whole, pieces) = (CRC32C(), CRC32C())
        var hash = MD5()
        whole.update(bytes.span)
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(Int.random(in: 1...700, using: &random)))
            pieces.update(piece.span)
            hash?.update(piece.span)
            rest = rest.dropFirst(piece.count)
        }
        #expect(pieces.value == whole.value, "seed \(seed)")
        #expect(hash.take()?.finish() == md5(bytes), "seed \(seed)")
    }

    private func md5(_ bytes: [UInt8]) -> [UInt8] {
        var hash = MD5()
        hash?.update(bytes.span)
        return hash.take()?.finish() ?? []
    }
}
