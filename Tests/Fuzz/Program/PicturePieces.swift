/// A picture file cut into the pieces of its format; read here by other code than the program's.
struct PicturePieces {
    /// A segment of a JPEG, a chunk of a PNG or WebP, a block of a GIF.
    struct Piece {
        /// `FFE1`, `tEXt`, `EXIF`, `21FE`; `head` for what a file begins with, `behind` for what follows its end.
        var name: String
        var bytes: [UInt8]
    }

    /// How the file is cut.
    enum Form { case jpeg, png, webp, gif, other }

    let form: Form
    var pieces: [Piece] = []

    /// The pieces of a file, as far as its format can be followed; the rest is one piece.
    init(_ file: [UInt8]) {
        if file.starts(with: [0xFF, 0xD8]) {
            form = .jpeg
        } else if file.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
            form = .png
        } else if file.starts(with: Array("RIFF".utf8)), file.dropFirst(8).starts(with: Array("WEBP".utf8)) {
            form = .webp
        } else if file.starts(with: Array("GIF8".utf8)) {
            form = .gif
        } else {
            form = .other
        }
        var place = 0
        switch form {
        case .jpeg: place = cutJPEG(file)
        case .png: place = cutChunks(file, after: 8)
        case .webp: place = cutChunks(file, after: 12)
        case .gif: place = cutGIF(file)
        case .other: break
        }
        if place < file.count {
            pieces.append(Piece(name: place == 0 ? "head" : "behind", bytes: Array(file[place...])))
        }
    }

    /// The file, with the checksums and lengths that its format has of all its pieces.
    var file: [UInt8] {
        var file = pieces.flatMap(\.bytes)
        if form == .webp, file.count >= 12 {
            let behind = pieces.last?.name == "behind" ? pieces.last?.bytes.count ?? 0 : 0
            let length = file.count - behind - 8
            for place in 0..<4 { file[4 + place] = UInt8(truncatingIfNeeded: length >> (8 * place)) }
        }
        return file
    }

    /// Where in the file the pieces lie that only say something about the picture.
    var saying: [(name: String, range: Range<Int>)] {
        var start = 0
        var found: [(name: String, range: Range<Int>)] = []
        for piece in pieces {
            let range = start..<(start + piece.bytes.count)
            start = range.upperBound
            if isSaying(piece) { found.append((piece.name, range)) }
        }
        return found
    }

    /// Whether a piece only says something about the picture.
    func isSaying(_ piece: Piece) -> Bool {
        if piece.name == "behind" { return true }
        switch form {
        case .jpeg:
            // A profile of colors decides what is seen.
            if piece.name == "FFE2", piece.bytes.dropFirst(4).starts(with: Array("ICC_PROFILE".utf8)) { return false }
            return piece.name.hasPrefix("FFE") || piece.name == "FFFE"
        case .png:
            return !["head", "IHDR", "PLTE", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "cICP", "IDAT", "IEND"]
                .contains(piece.name)
        case .webp: return !["head", "VP8X", "ICCP", "ALPH", "VP8 ", "VP8L"].contains(piece.name)
        case .gif: return piece.name.hasPrefix("21") && piece.name != "21F9"
        case .other: return false
        }
    }

    private mutating func cutJPEG(_ file: [UInt8]) -> Int {
        pieces.append(Piece(name: "head", bytes: [0xFF, 0xD8]))
        var place = 2
        while place + 4 <= file.count, file[place] == 0xFF {
            let marker = file[place + 1]
            if marker == 0xD9 {
                pieces.append(Piece(name: "FFD9", bytes: [0xFF, 0xD9]))
                return place + 2
            }
            // These have no length, and mean nothing here.
            if marker <= 0x01 || marker == 0xFF || (0xD0...0xD8).contains(marker) { return place }
            var end = place + 2 + Int(file[place + 2]) << 8 + Int(file[place + 3])
            guard end <= file.count else { return place }
            if marker == 0xDA {
                while end < file.count, !(file[end] == 0xFF && end + 1 < file.count && isMarker(file[end + 1])) {
                    end += 1
                }
            }
            pieces.append(Piece(name: "FF" + hexadecimal(marker), bytes: Array(file[place..<end])))
            place = end
        }
        if place + 2 == file.count, file[place] == 0xFF, file[place + 1] == 0xD9 {
            pieces.append(Piece(name: "FFD9", bytes: [0xFF, 0xD9]))
            return file.count
        }
        return place
    }

    private func isMarker(_ byte: UInt8) -> Bool { byte != 0 && byte != 0xFF && !(0xD0...0xD7).contains(byte) }

    private func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }

    private mutating func cutChunks(_ file: [UInt8], after head: Int) -> Int {
        guard file.count >= head else { return 0 }
        pieces.append(Piece(name: "head", bytes: Array(file[..<head])))
        var place = head
        while place + 8 <= file.count {
            let numbers = file[(form == .png ? place : place + 4)...].prefix(4).map(Int.init)
            let ordered = form == .png ? numbers : numbers.reversed()
            let length = ordered.reduce(0) { $0 << 8 | $1 }
            let end = place + (form == .png ? 12 + length : 8 + length + (length & 1))
            guard end <= file.count else { return place }
            let name = String(decoding: file[(form == .png ? place + 4 : place)...].prefix(4), as: UTF8.self)
            pieces.append(Piece(name: name, bytes: Array(file[place..<end])))
            place = end
            if name == "IEND" { break }
        }
        return place
    }

    private mutating func cutGIF(_ file: [UInt8]) -> Int {
        guard file.count >= 13 else { return 0 }
        var place = 13 + (file[10] & 0x80 != 0 ? 3 << (Int(file[10] & 7) + 1) : 0)
        guard place <= file.count else { return 0 }
        pieces.append(Piece(name: "head", bytes: Array(file[..<place])))
        while place + 2 <= file.count {
            var end = place + 2
            var name = "21" + hexadecimal(file[place + 1])
            if file[place] == 0x2C {
                guard place + 10 < file.count else { return place }
                end = place + 11 + (file[place + 9] & 0x80 != 0 ? 3 << (Int(file[place + 9] & 7) + 1) : 0)
                name = "2C"
            } else if file[place] != 0x21 {
                break
            }
            while end < file.count, file[end] != 0 { end += 1 + Int(file[end]) }
            guard end < file.count else { return place }
            pieces.append(Piece(name: name, bytes: Array(file[place...end])))
            place = end + 1
        }
        if place < file.count, file[place] == 0x3B {
            pieces.append(Piece(name: "3B", bytes: [0x3B]))
            place += 1
        }
        return place
    }
}
