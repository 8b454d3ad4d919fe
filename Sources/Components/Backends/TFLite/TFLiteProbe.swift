internal import LiteRT
internal import Domain

/// The first runs of a model, before any image is touched.
struct TFLiteProbe {
    /// How many pictures it can be given at a time so that each has the answer that it has alone.
    let batch: Int

    /// Runs the model on black pictures, and on different ones where it takes several.
    init(_ inputs: TFLiteInputs, _ model: Model) throws(LiteRTError) {
        let runner = try TFLiteRunner(inputs, model)
        let black = TFLiteProbe.picture(inputs.request) { _ in 0 }
        _ = try runner.run([black])
        guard inputs.batch > 1 else {
            batch = 1
            return
        }
        let patterns = [3, 5, 7].map { step in TFLiteProbe.picture(inputs.request) { Float($0 * step % 256) } }
        let row = (0..<inputs.batch).map { patterns[$0 % 3] }
        let together = try runner.run(row)
        // Every picture has another place and other pictures beside it.
        let turned = try runner.run(Array(row[1...]) + [row[0]])
        let alone = try runner.run([row[0]])
        let isAlike =
            together[0] == alone[0] && together[0] == turned[inputs.batch - 1] && together[1...] == turned.dropLast()
        batch = isAlike ? inputs.batch : 1
    }

    private static func picture(_ request: SampleRequest, _ sample: (Int) -> Float) -> PreparedImage {
        var picture = PreparedImage(for: request)
        picture.samples = (0..<(request.size.width * request.size.height * request.channels)).map(sample)
        return picture
    }
}
