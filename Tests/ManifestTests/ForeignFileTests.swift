import Corpora
import Manifest
import Testing
import Domain

@Suite struct ForeignFileTests {
    /// What a picture's or an archive's first bytes are followed by, and what no complaint may show.
    private static let rest = Array("\u{0}\u{1} hunter2: hunter2\n".utf8)

    @Test(
        arguments: [
            ([0xFF, 0xD8, 0xFF, 0xE0], "a JPEG picture"), ([0x89] + Array("PNG\r\n".utf8), "a PNG picture"),
            (Array("GIF89a".utf8), "a GIF picture"), (Array("RIFF....WEBPVP8".utf8), "a WebP picture"),
            ([0, 0, 0, 24] + Array("ftypheic".utf8), "a picture or a film (HEIF, MP4)"),
            ([0x49, 0x49, 0x2A, 0], "a TIFF picture"), (Array("PK\u{3}\u{4}".utf8), "a ZIP archive"),
            ([0x1F, 0x8B, 8], "a gzip archive"), (Array("%PDF-1.7".utf8), "a PDF document"),
            (Array("BZh9".utf8), "a bzip2 archive"), ([0xFD] + Array("7zXZ\u{0}".utf8), "an xz archive"),
            ([0x28, 0xB5, 0x2F, 0xFD], "a zstd archive"), ([0x7F] + Array("ELF".utf8), "a program (ELF)"),
            (Array("SQLite format 3\u{0}".utf8), "an SQLite database; name a store with --store"),
            ([28, 0, 0, 0] + Array("TFL3".utf8), "a TensorFlow Lite model; name it in a manifest as `backend.model`"),
            (Array(repeating: 0x61, count: 257) + Array("ustar".utf8), "a tar archive"),
            ([0xFF, 0xFE, 0x6A, 0], "text in UTF-16; save it as UTF-8"),
            (Array("job: hunter2".utf8), "a binary file (it holds NUL bytes)"),
        ] as [([UInt8], String)])
    func `a file that is plainly not a manifest is named for what it is, and nothing of it is shown`(
        start: [UInt8], kind: String
    ) {
        #expect(diagnostic(start + Self.rest) == ["1:1: expected a job manifest in YAML or JSON, found \(kind)"])
    }

    @Test(arguments: [
        ("#!/bin/sh\n\techo \"hunter2\n", "a script"), ("#!/bin/sh\nhunter2\n", "a script"),
        ("<!DOCTYPE html>\n<p>hunter2: x</p>\n", "HTML or XML"), ("  <?xml version='1.0'?>hunter2", "HTML or XML"),
        ("-----BEGIN OPENSSH PRIVATE KEY-----\nhunter2\n-----END", "a key or a certificate"),
        (String(repeating: "hunter2 ", count: 4000), "a text with a line of 32000 bytes"),
        ("a: \(String(repeating: "hunter2 ", count: 4000)): b", "a text with a line of 32006 bytes"),
    ])
    func `a file that is plainly not a manifest is named when it is text that cannot be read`(
        text: String, kind: String
    ) {
        #expect(diagnostic(Array(text.utf8)) == ["1:1: expected a job manifest in YAML or JSON, found \(kind)"])
    }

    @Test(arguments: ["hunter2", "KEY=hunter2\nOTHER=hunter2", "\"hunter2\"", "[hunter2]", "user:hunter2"])
    func `a file that is plainly not a manifest is not shown where it is a text of another kind`(text: String) {
        let found = diagnostic(Array(text.utf8))
        #expect(found.count == 1 && found[0].contains("expected a mapping with `job`"), "\(found)")
        #expect(!found.joined().contains("hunter2"), "\(found)")
    }

    @Test func `a file that is plainly not a manifest is not told from a manifest by its first line or its length`()
        throws
    {
        let text =
            "#!/usr/bin/env -S cairn run\n" + manifest(tflite, "exclude: [\(String(repeating: "a", count: 20_000))]")
        #expect(try read(text).name == "j")
        let line =
            "{\"job\": \"j\", \"images\": "
            + "[\(Array(repeating: "{\"folder\": \"p\"}", count: 2000).joined(separator: ","))],"
            + " \"backend\": {\"kind\": \"tflite\", \"model\": \"m.tflite\"}}"
        #expect(try read(line).images.count == 2000)
    }

    @Test func `names and tags of any length are shown no further than a glance`() {
        let long = String(repeating: "hunter", count: 5000)
        for text in ["a: *\(long)\nb: c", "a: !!\(long) x\nb: c", "a: !<\(long)> x\nb: c", "\(long): 1\n\(long): 2\n"] {
            let found = diagnostic(Array(text.utf8))
            #expect(found.count == 1 && (found.first ?? "").count < 300, "\((found.first ?? "").prefix(400))")
        }
    }

    private func diagnostic(_ bytes: [UInt8]) -> [String] {
        do throws(ManifestError) {
            _ = try read(bytes: bytes)
            return []
        } catch {
            return error.description.split(separator: "\n").map { String($0.replacing("night/job.yaml:", with: "")) }
        }
    }
}
