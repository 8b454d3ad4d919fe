// The JPEG files of a folder by our own decoder and by libjpeg-turbo, in one thread: how many are taken, whether an
// eighth is the same to the bit, how much nearer a quarter is to the picture, and how much faster both are.
// Usage: decoding FOLDER
internal import Corpora
internal import Glibc
internal import Pictures
internal import Platform

guard CommandLine.arguments.count == 2 else {
    print("usage: decoding FOLDER")
    endProcess(2)
}
do {
    try Decoding.run(folder: FilePath(CommandLine.arguments[1]))
} catch {
    print(error)
    endProcess(1)
}

enum Decoding {
    static func run(folder: FilePath) throws(SystemError) {
        var (left, different) = (0, 0)
        var (eighths, quarters, gains): ([Double], [Double], [Double]) = ([], [], [])
        var (decoder, bitmap, picture) = (BaselineDecoder(), Bitmap(), DecodedPicture())
        let (buffer, listing) = (FileBuffer(), try Directory(folder))
        while let entry = try listing.next() {
            let path = folder.appending(FilePath(bytes: entry.name))
            guard path.fileExtension == "jpg" else { continue }
            try buffer.read(path, limit: 1 << 30)
            let file = buffer.copy
            var (isTaken, library): (Bool, Bitmap?) = (false, nil)
            let ownEighth = seconds { isTaken = decoder.decode(file.span, into: &bitmap) }
            guard isTaken else {
                left += 1
                continue
            }
            let libraryEighth = seconds { library = LibraryJPEG.decode(file, divisor: 8) }
            if library != bitmap { different += 1 }
            let ownQuarter = seconds { _ = decoder.decode(file.span, at: .quarter, into: &picture) }
            let libraryQuarter = seconds { library = LibraryJPEG.decode(file, divisor: 4) }
            eighths.append(libraryEighth / ownEighth)
            quarters.append(libraryQuarter / ownQuarter)
            if let near = Quarter.decibels(of: picture.planes.map(\.bitmap), file) {
                gains.append(near.ours - near.theirs)
            }
        }
        print("taken: \(eighths.count), left to libjpeg-turbo: \(left), different at an eighth: \(different)")
        print("speed over libjpeg-turbo: \(median(eighths)) at an eighth, \(median(quarters)) at a quarter (medians)")
        let mean = gains.reduce(0, +) / Double(max(gains.count, 1))
        let lower = short(gains.min() ?? 0)
        print("a quarter is nearer by \(short(mean)) dB on average, \(lower) dB at least, of \(gains.count)")
    }

    /// The processor time that something takes in this thread.
    private static func seconds(_ body: () -> Void) -> Double {
        let start = clock()
        body()
        return clock() - start
    }

    private static func clock() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static func median(_ values: [Double]) -> Double {
        short(values.isEmpty ? 0 : values.sorted()[values.count / 2])
    }

    /// A number with two decimals.
    private static func short(_ value: Double) -> Double { (100 * value).rounded() / 100 }
}
