// What keeping the books costs, with a vendor of zero latency in the same process: every transaction records the ends of one
// portion of images, lets the requests of the next one go and claims a third, by the store's own calls as a worker makes them.
//
//     books make STORE IMAGES        a store with a run of so many waiting tasks
//     books keep STORE PORTION       works on it to its end, so many images in each transaction
internal import Platform
internal import Storage
internal import Vocabulary

let words = CommandLine.arguments
guard words.count == 4, let count = Int(words[3]), count > 0, ["make", "keep"].contains(words[1]) else {
    print("usage: books make STORE IMAGES | books keep STORE PORTION")
    endProcess(2)
}
do {
    let clock = Clock { Timestamp(milliseconds: wallMilliseconds()) }
    let store = try Store(at: FilePath(words[2]), for: .work, clock: clock)
    if words[1] == "make" {
        try Queue(store).fill(count)
    } else {
        let begun = monotonicMilliseconds()
        let ended = try Bookkeeping(store, portion: count).work()
        let seconds = Double(monotonicMilliseconds() - begun) / 1000
        _ = Descriptor.output.write(Array("\(ended) images in \(seconds) s\n".utf8))
    }
} catch {
    print(error)
    endProcess(1)
}
