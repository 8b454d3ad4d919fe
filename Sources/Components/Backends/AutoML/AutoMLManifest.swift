internal import JSON
internal import Text
internal import Platform
internal import Domain

/// The manifest.json of an AutoML Vision Edge export: which file is the model, and which has its labels.
///
///     {"modelFile": "model.tflite", "labelsFile": "dict.txt", "modelType": "IMAGE_LABELING"}
///
/// A comma behind the last member is read, too: Google's own sample has one.
struct AutoMLManifest: Equatable, Sendable {
    /// The model's file: a plain name.
    let modelFile: String
    /// The file of its labels, a plain name; nil: the labels are inside the model.
    let labelsFile: String?
    /// What the export says that the model does: `IMAGE_LABELING`, `OBJECT_DETECTION`; the model itself decides.
    let modelType: String?

    /// The most bytes that a manifest may have.
    static let limit = 1 << 16

    /// Reads a manifest's text.
    ///
    /// - Parameters:
    ///   - path: the manifest's name, for messages.
    ///   - key: the key of the job's manifest that names it.
    init(_ bytes: [UInt8], path: FilePath, key: String) throws(BackendError) {
        func refusal(_ reason: String) -> BackendError {
            .setting(
                key: key,
                reason:
                    "\(path) is not the manifest of an AutoML export (\(reason)); "
                    + "name its manifest.json, the folder of that, or the ZIP as it was downloaded")
        }
        let root: JSONNode
        do throws(JSONError) {
            root = try JSONDocument(bytes, maxDepth: 16, allowsTrailingCommas: true).root
        } catch {
            throw refusal("\(error)")
        }
        guard root.isObject else { throw refusal("no JSON object") }
        guard let model = root["modelFile"] else { throw refusal("it has no `modelFile`") }
        modelFile = try AutoMLManifest.plainName(model, "modelFile", path)
        labelsFile = try root["labelsFile"].map { node throws(BackendError) in
            try AutoMLManifest.plainName(node, "labelsFile", path)
        }
        modelType = root["modelType"]?.string.map { readable(Array($0.utf8.prefix(80))) }
    }

    /// A file's name without a folder: an export is one folder, and a manifest from elsewhere reads nothing outside it.
    private static func plainName(_ node: JSONNode, _ member: String, _ path: FilePath) throws(BackendError) -> String {
        guard let name = node.string else {
            throw BackendError.modelRefused(path, reason: "its `\(member)` is not a text")
        }
        guard !name.isEmpty, name != ".", name != "..", name.utf8.count <= 255,
            !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") || $0 == 0 })
        else {
            throw BackendError.modelRefused(
                path,
                reason:
                    "its `\(member)` is \"\(readable(Array(name.utf8.prefix(200))))\", and a plain file name is read")
        }
        return name
    }
}
