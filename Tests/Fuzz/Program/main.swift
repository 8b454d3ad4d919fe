// Runs mutated inputs of one kind through the program's own readers. See Tests/Fuzz/README.md.
// Usage: fuzz KIND [--count N] [--from I] [--seed S] [--write FILE]
import Glibc

let kinds: [any Kind.Type] = [
    ResponseKind.self, TensorKind.self, SendingKind.self, ManifestKind.self, ExportKind.self, EncodingKind.self,
    ScaledKind.self, PhotographKind.self, CopyKind.self,
]

guard let options = Options(Array(CommandLine.arguments.dropFirst())),
    let kind = kinds.first(where: { $0.name == options.kind })
else {
    print(
        "usage: fuzz \(kinds.map { $0.name }.joined(separator: "|")) [--count N] [--from I] [--seed S] [--write FILE]")
    exit(2)
}
exit(Run(kind, options).perform())
