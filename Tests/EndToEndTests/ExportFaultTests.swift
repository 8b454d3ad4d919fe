import Platform
import TestSupport
import Testing

@Suite("An export that is disturbed", .inTurn) struct ExportFaultTests {
    private let site: VisionSite

    init() async throws {
        let scratch = try Scratch()
        site = try VisionSite(try await VisionSite.peer(in: scratch), marks: 1..<7)
        try await site.cairn("run", try site.writeJob(features: ["LABEL_DETECTION", "OBJECT_LOCALIZATION"]), exits: 0)
    }

    @Test(.enabled(if: mayMount, "nobody may mount a disk here"))
    func `by a full disk leaves the files of before, and with room again goes on`() async throws {
        let ending = try await site.scratch.bash(
            """
            mkdir disk
            \(inNamespace) '
                set -e
                mount -t tmpfs -o size=160k none disk
                "$cairn" export job --to xmp --out disk/xmp
                "$cairn" export job --to coco --out disk/all.json
                cp -a disk/xmp disk/all.json .
                head -c 1000000 /dev/zero > disk/rest || true
                set +e
                "$cairn" export job --to xmp --out disk/xmp --root Other; echo "xmp $?"
                "$cairn" export job --to coco --out disk/all.json --min-score 0.9; echo "coco $?"
                diff -r xmp disk/xmp --exclude=".cairn*"; cmp all.json disk/all.json; echo "same $?"
                rm disk/rest
                "$cairn" export job --to xmp --out disk/xmp --root Other; echo "room $?"
                grep -l "Other|" disk/xmp/pictures/*.xmp | wc -l
                ls -A disk
            ' || exit 99
            """)
        try #require(ending.status == 0, "\(ending)")
        let before = ["xmp 7", "coco 7", "same 0", "room 0", "6"]
        #expect(
            ending.lines.filter { !$0.hasPrefix("format") } == before + [".all.json.cairn-export", "all.json", "xmp"])
        #expect(
            ending.error.contains("No space left on device; the files of before are left as they were"), "\(ending)")
    }

    @Test func `by kill leaves each file old or new, and the next one makes the folder whole`() async throws {
        var numbers = SystemRandomNumberGenerator()
        for turn in 0..<12 {
            let root = turn % 2 == 0 ? "One" : "Two"
            let milliseconds = Int.random(in: 20...160, using: &numbers)
            let moment = "0." + (milliseconds < 100 ? "0" : "") + "\(milliseconds)"
            _ = try await site.scratch.bash(
                """
                timeout -s KILL \(moment) \
                "$cairn" export job --to xmp --out sidecars --root \(root)
                timeout -s KILL \(moment) \
                "$cairn" export job --to coco --out all.json --min-score 0.\(turn)
                """)
            for name in Files.names(in: site.scratch.file("sidecars/pictures")) {
                let text = try Files.text(site.scratch.file("sidecars/pictures/\(name)"))
                #expect(text.hasSuffix("</x:xmpmeta>\n"), "\(moment) s: \(name)")
            }
            if let bytes = try? Files.read(site.scratch.file("all.json")) {
                let file = try JSONText(bytes)
                #expect(!file["categories"].items.isEmpty, "\(moment) s")
            }
        }
        let last = try await site.scratch.bash(
            """
            set -e
            for out in sidecars fresh; do "$cairn" export job --to xmp --out $out; done
            "$cairn" export job --to coco --out all.json
            "$cairn" export job --to coco --out fresh.json
            diff -r sidecars fresh --exclude=.cairn-export
            ls -A sidecars
            """)
        #expect(last.status == 0 && last.lines == [".cairn-export", ".cairn-export.lock", "pictures"], "\(last)")
    }

    @Test func `by a worker is as of one moment`() async throws {
        try site.writePictures(7..<40)
        let running = try site.start("run", "job.yaml")
        var images: Set<Int> = []
        for turn in 0..<8 {
            try await site.cairn("export", "job", "--to", "coco", "--out", "\(turn).json", exits: 0)
            let file = try JSONText(try Files.read(site.scratch.file("\(turn).json")))
            let numbers = Set(file["images"].items.compactMap { $0["id"].int })
            let classes = Set(file["categories"].items.compactMap { $0["id"].int })
            let things = file["annotations"].items
            #expect(numbers.isSubset(of: Set(things.compactMap { $0["image_id"].int })), "an image without its things")
            #expect(things.allSatisfy { numbers.contains($0["image_id"].int ?? -1) })
            #expect(classes == Set(things.compactMap { $0["category_id"].int }))
            #expect(images.isSubset(of: numbers))
            images = numbers
        }
        #expect(await running.end().status == 0)
    }
}
