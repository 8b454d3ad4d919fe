/// Makes ZIP archives, good ones and others, byte by byte.
package struct ZipText {
    /// One file of an archive.
    package struct File {
        /// Its name.
        package var name: String
        /// Its bytes in the archive.
        package var packed: [UInt8]
        /// How they are packed: 0 stored, 8 deflated.
        package var method = 0
        /// The general purpose flags; bit 0 says that it is encrypted.
        package var flags = 0
        /// How many bytes it says that it has.
        package var size: Int
        /// The checksum that it says.
        package var checksum: UInt32

        /// A stored file.
        package init(_ name: String, _ contents: [UInt8]) {
            self.name = name
            packed = contents
            size = contents.count
            checksum = crc(contents)
        }
    }

    /// The bytes of an archive of some files.
    package static func archive(_ files: [File]) -> [UInt8] {
        var local: [UInt8] = []
        var central: [UInt8] = []
        for file in files {
            let offset = local.count
            let name = Array(file.name.utf8)
            let common =
                number(20, 2) + number(file.flags, 2) + number(file.method, 2) + number(0, 4)
                + number(Int(file.checksum), 4) + number(file.packed.count, 4) + number(file.size, 4)
                + number(name.count, 2)
            local += number(0x0403_4B50, 4) + common + number(0, 2) + name + file.packed
            central += number(0x0201_4B50, 4) + number(20, 2) + common + number(0, 12) + number(offset, 4) + name
        }
        return local + central + number(0x0605_4B50, 4) + number(0, 4) + number(files.count, 2)
            + number(files.count, 2) + number(central.count, 4) + number(local.count, 4) + number(0, 2)
    }

    private static func number(_ value: Int, _ width: Int) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}

/// The checksum of ZIP archives, bit by bit.
private func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
        (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
}
