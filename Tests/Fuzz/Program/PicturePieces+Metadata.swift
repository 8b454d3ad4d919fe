import Corpora
import TestSupport

extension PicturePieces {
    /// Changes what a metadata editor may change: adds, removes, moves and rewrites pieces that only say something
    /// about the picture, puts bytes between pieces and behind the end; now and then it moves any piece.
    mutating func changeMetadata(_ random: inout Seeded) {
        let metadata = pieces.indices.filter { isSaying(pieces[$0]) }
        switch random.below(9) {
        case 0 where !metadata.isEmpty: pieces.remove(at: random.pick(metadata))
        case 1 where !metadata.isEmpty:
            let piece = pieces.remove(at: random.pick(metadata))
            pieces.insert(piece, at: random.below(pieces.count + 1))
        case 2 where !metadata.isEmpty:
            let place = random.pick(metadata)
            var body = body(of: pieces[place])
            body.mutate(&random, limit: 3)
            pieces[place] = piece(pieces[place].name, body)
        case 3: pieces.append(Piece(name: "behind", bytes: random.bytes(1 + random.below(40))))
        case 4 where form == .jpeg:
            // Fill bytes, a marker without a length, or nonsense between segments.
            let junk = random.pick([[0xFF], [0xFF, 0xFF, 0xFF], [0xFF, 0x01], [0xFF, 0xD3], random.bytes(3)])
            pieces.insert(Piece(name: "junk", bytes: junk), at: random.below(pieces.count + 1))
        case 5: pieces.swapAt(random.below(pieces.count), random.below(pieces.count))
        default: pieces.insert(newPiece(&random), at: random.below(pieces.count + 1))
        }
    }

    /// A piece of metadata that the format has.
    private func newPiece(_ random: inout Seeded) -> Piece {
        let text = random.bytes(random.below(30))
        switch form {
        case .jpeg:
            let bodies = [
                Array("Exif\0\0II*\0\u{8}\0\0\0".utf8) + text, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + text,
                Array("JFIF\0".utf8) + [1, 2, 1, 0, 72, 0, 72, 0, 0], Array("JFXX\0".utf8) + text,
                Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, UInt8(random.below(3))],
                Array("ICC_PROFILE\0".utf8) + [UInt8(random.below(3)), UInt8(random.below(3))] + text,
                Array("Photoshop 3.0\0".utf8) + text, text,
            ]
            let names = ["FFE1", "FFE0", "FFEE", "FFE2", "FFED", "FFFE", "FFEB"]
            return piece(random.pick(names), random.pick(bodies))
        case .png:
            let names = [
                "tEXt", "zTXt", "iTXt", "eXIf", "pHYs", "tIME", "bKGD", "hIST", "acTL", "fcTL", "fdAT", "prVt",
            ]
            return piece(random.pick(names), text)
        case .webp: return piece(random.pick(["EXIF", "XMP ", "ABCD", "VP8X", "ICCP", "ALPH"]), text)
        case .gif:
            return Piece(name: "21FE", bytes: [0x21, 0xFE, UInt8(text.count)] + text + (text.isEmpty ? [] : [0]))
        case .other: return Piece(name: "behind", bytes: text)
        }
    }

    /// A piece's bytes without what its format puts around them.
    private func body(of piece: Piece) -> [UInt8] {
        switch form {
        case .jpeg: Array(piece.bytes.dropFirst(4))
        case .png: Array(piece.bytes.dropFirst(8).dropLast(4))
        case .webp: Array(piece.bytes.dropFirst(8))
        case .gif, .other: piece.bytes
        }
    }

    /// A piece of that name, as its format writes it.
    private func piece(_ name: String, _ body: [UInt8]) -> Piece {
        if name == "behind" { return Piece(name: name, bytes: body) }
        let bytes: [UInt8] =
            switch form {
            case .jpeg: Talkative.segment(UInt8(name.suffix(2), radix: 16) ?? 0xFE, body)
            case .png: Talkative.chunk(name, body)
            case .webp:
                Array(name.utf8) + Talkative.number(body.count).reversed() + body + (body.count & 1 == 1 ? [7] : [])
            case .gif, .other: body
            }
        return Piece(name: name, bytes: bytes)
    }
}

extension Seeded {
    /// Bytes by chance.
    fileprivate mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
    }
}
