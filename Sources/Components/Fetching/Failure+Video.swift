internal import Platform
internal import Domain

extension Failure {
    /// The same with the commands that make pictures of a video, one for each second; any other failure as it is.
    func naming(_ file: FilePath) -> Failure {
        guard code == Failure.video else { return self }
        // A signed address is shown without what signs it; its frames are put beside the manifest.
        let file = file.isAddress ? file.withoutSecrets : file
        let name = file.isAddress ? FilePath(bytes: file.name.bytes.prefix { $0 != UInt8(ascii: "?") }) : file
        let ending = name.fileExtension.utf8.count
        let folder = FilePath(bytes: name.bytes.dropLast(ending == 0 ? 0 : ending + 1) + Array("-frames".utf8))
        return Failure(
            stage: stage, kind: kind, code: code,
            message: "\(message): run `mkdir \(folder.shellWord) && ffmpeg -i \(file.shellWord) -vf fps=1 "
                + "\(folder.shellWord)/%05d.jpg`, and name `folder: \(folder)` in its place")
    }
}
