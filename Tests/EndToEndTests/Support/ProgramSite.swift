import Glibc
import Platform
import TestSupport

/// A folder with pictures and a job whose backend is a program of Python.
struct ProgramSite {
    let scratch: Scratch

    /// - Parameter count: pictures/1.png and so on; the program knows pictures/3.png as the bad one.
    init(pictures count: Int = 6) throws {
        scratch = try Scratch()
        try scratch.writePictures(count, seed: 53)
    }

    /// Writes a program that labels each picture with its width, and does something else with the bad one.
    ///
    /// - Parameters:
    ///   - bad: what stands in the place of the answer to the bad picture, in Python; `task` is its line.
    ///   - before: what comes before the hello.
    ///   - hello: the first line, in Python.
    func writeProgram(bad: String = "pass", before: String = "pass", hello: String = "say({'cairn': 1})") throws {
        try scratch.write(
            "tagger.py",
            """
            import json, os, signal, subprocess, sys, time
            def say(value):
                print(value if isinstance(value, str) else json.dumps(value), flush=True)
            def answer(task, **more):
                say({"id": task["id"], "labels": [{"description": "%dx%d" % (task["width"], task["height"])}], **more})
            with open("pid", "a") as file: file.write("%d\\n" % os.getpid())
            with open("pictures/3.png", "rb") as file: worst = file.read()
            \(before)
            \(hello)
            for line in sys.stdin:
                task = json.loads(line)
                with open(task["path"], "rb") as file: content = file.read()
                with open("asked", "a") as file: file.write("%d\\n" % task["id"])
                if content == worst:
                    \(bad)
                answer(task)

            """)
    }

    func writeJob(
        _ backend: String = "", features: String = "LABEL_DETECTION", retry: String = "attempts: 2, crashes: 2"
    ) throws -> String {
        try scratch.write(
            "job.yaml",
            """
            job: job
            images: [{folder: pictures}]
            backend: {kind: command, run: [python3, tagger.py]\(backend.isEmpty ? "" : ", " + backend)}
            features: [\(features)]
            prepare: {fit: original, metadata: keep}
            retry: {base: 1ms, \(retry)}

            """)
        return "job.yaml"
    }

    /// The processes of the program that still live.
    var living: [Int32] {
        let text = (try? Files.text(scratch.file("pid"))) ?? ""
        return text.split(separator: "\n").compactMap { Int32($0) }.filter { process in
            guard let stat = try? Files.text(FilePath("/proc/\(process)/stat")) else { return false }
            return stat.split(separator: ")").last?.split(separator: " ").first != "Z"
        }
    }

    /// The private folders of programs that are there.
    var folders: [String] { Files.names(in: scratch.file("tmp")).filter { $0.hasPrefix("cairn-") } }
}
