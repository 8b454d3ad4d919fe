// The most that this machine can do: read, decode (scaled), turn upright, resize and infer on all cores, and nothing
// else. No queue, no store, no identity of content. Usage: ceiling FOLDER MODEL [decode|infer]
//
// With `decode` the model is not run; with `infer` it is run on one prepared picture, as often as there are files.
internal import Backends
internal import Dispatch
internal import Imaging
internal import Platform
internal import Domain

let words = CommandLine.arguments
guard words.count == 3 || words.count == 4 && ["decode", "infer"].contains(words[3]) else {
    print("usage: ceiling FOLDER MODEL [decode|infer]")
    endProcess(2)
}
Ceiling.run(folder: FilePath(words[1]), model: FilePath(words[2]), part: words.count == 4 ? words[3] : nil)

enum Ceiling {
    static func run(folder: FilePath, model: FilePath, part: String?) {
        do {
            var names: [FilePath] = []
            let listing = try Directory(folder)
            while let entry = try listing.next() {
                let path = folder.appending(FilePath(bytes: entry.name))
                if path.fileExtension == "jpg" { names.append(path) }
            }
            let files = names
            let places = libraryPlaces(
                environment: environmentVariables(), executable: try FilePath("/proc/self/exe").resolved())
            var settings = TFLiteSettings(model: model)
            settings.maxResults = 5
            let plan = try TFLitePlan(settings)
            let (backend, request) = (try plan.open(libraryAt: places), plan.request)
            let cores = usableProcessors()
            let next = BlockingQueue<FilePath>(capacity: files.count)
            for file in files { next.put(file) }
            next.close()
            let group = DispatchGroup()
            for core in 0..<cores {
                DispatchQueue(label: "core.\(core)").async(group: group) { @Sendable in
                    do {
                        let slot = try backend.makeSlot()
                        let (buffer, preparer) = (FileBuffer(), ImagePreparer())
                        var images = [PreparedImage(for: request)]
                        var isPrepared = false
                        while let file = next.take() {
                            if part != "infer" || !isPrepared {
                                try buffer.read(file, limit: 1 << 30)
                                try buffer.withBytes { bytes throws(Failure) in
                                    try preparer.prepare(bytes, for: request, into: &images[0])
                                }
                                isPrepared = true
                            }
                            guard part != "decode" else { continue }
                            for result in slot.annotate(images) { _ = try result.get() }
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
}
