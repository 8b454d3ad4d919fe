// What keeping the books costs, with a vendor of zero latency in the same process: every transaction records the ends
// of one portion of images, lets the requests of the next one go and claims a third, by the store's own calls as a
// worker makes them.
//
//     books make STORE IMAGES        a store with a run of this many queued tasks
//     books keep STORE PORTION       works on it to its end, PORTION images in each transaction; each 100,000 images it
//     writes
//                                    to standard error how long they took
internal import Platform
internal import SQLiteStore
internal import Storage
internal import Domain

let words = CommandLine.arguments
guard words.count == 4, let count = Int(words[3]), count > 0, ["make", "keep"].contains(words[1]) else {
    print("usage: books make STORE IMAGES | books keep STORE PORTION")
    endProcess(2)
}
do {
    let clock = Clock { Timestamp(milliseconds: wallMilliseconds()) }
    let store = try SQLiteStore(at: FilePath(words[2]), for: .work, clock: clock)
    if words[1] == "make" {
        try Queue(store).fill(count)
    } else {
        let begun = monotonicMilliseconds()
        func seconds() -> Double { Double(monotonicMilliseconds() - begun) / 1000 }
        let step = 100_000
        var told = 0
        let ended = try Bookkeeping(store, portion: count).work { ended in
            guard ended / step > told / step else { return }
            told = ended
            _ = Descriptor.error.write(Array("\(ended) images after \(seconds()) s\n".utf8))
        }
        _ = Descriptor.output.write(Array("\(ended) images in \(seconds()) s\n".utf8))
    }
} catch {
    print(error)
    endProcess(1)
}
