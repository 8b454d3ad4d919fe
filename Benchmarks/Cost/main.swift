// What sending pictures costs at least with the libraries that are used here: read, decode (scaled), resize, turn
// upright, encode and base64, in plain loops on all cores. No queue, no store, no identity of content, no network.
// Usage: cost FOLDER [WIDTHxHEIGHT] [QUALITY]
internal import Dispatch
internal import Pictures
internal import Platform

let words = CommandLine.arguments
let edges = words.count > 2 ? words[2].split(separator: "x").compactMap { Int($0) } : [640, 480]
guard (2...4).contains(words.count), edges.count == 2, let quality = words.count > 3 ? Int(words[3]) : 85 else {
    print("usage: cost FOLDER [WIDTHxHEIGHT] [QUALITY]")
    endProcess(2)
}
Cost.run(folder: FilePath(words[1]), box: PixelSize(width: edges[0], height: edges[1]), quality: quality)

enum Cost {
    static func run(folder: FilePath, box: PixelSize, quality: Int) {
        do {
            var names: [FilePath] = []
            let listing = try Directory(folder)
            while let entry = try listing.next() {
                let path = folder.appending(FilePath(bytes: entry.name))
                if path.fileExtension == "jpg" { names.append(path) }
            }
            let files = names
            let cores = usableProcessors()
            let group = DispatchGroup()
            for core in 0..<cores {
                DispatchQueue(label: "core.\(core)").async(group: group) { @Sendable in
                    do {
                        let (buffer, maker) = (FileBuffer(), try Maker(box: box, quality: quality))
                        var body: [UInt8] = []
                        for index in stride(from: core, to: files.count, by: cores) {
                            try buffer.read(files[index], limit: 1 << 30)
                            let file = try buffer.withBytes { bytes throws(PictureError) in try maker.make(bytes) }
                            body.removeAll(keepingCapacity: true)
                            append(file, to: &body)
                        }
                    } catch {
                        print(error)
                        endProcess(1)
                    }
                }
            }
            group.wait()
            _ = Descriptor.output.write(Array("\(files.count) images on \(cores) cores\n".utf8))
        } catch {
            print(error)
            endProcess(1)
        }
    }

    /// Appends bytes in base 64, twelve bits at a time; those behind the last three are left out, which costs nothing.
    private static func append(_ bytes: [UInt8], to body: inout [UInt8]) {
        var to = body.count
        body.append(contentsOf: repeatElement(0, count: bytes.count / 3 * 4))
        let (input, pairs) = (bytes.span, pairs.span)
        var output = body.mutableSpan
        for from in stride(from: 0, to: bytes.count / 3 * 3, by: 3) {
            let bits = Int(input[from]) << 16 | Int(input[from + 1]) << 8 | Int(input[from + 2])
            let (first, second) = (pairs[bits >> 12], pairs[bits & 0xFFF])
            output[to] = UInt8(truncatingIfNeeded: first)
            output[to + 1] = UInt8(truncatingIfNeeded: first >> 8)
            output[to + 2] = UInt8(truncatingIfNeeded: second)
            output[to + 3] = UInt8(truncatingIfNeeded: second >> 8)
            to += 4
        }
    }

    private static let pairs: [UInt16] = {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        return (0..<4096).map { UInt16(letters[$0 >> 6]) | UInt16(letters[$0 & 63]) << 8 }
    }()
}
