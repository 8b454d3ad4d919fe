internal import JSON
package import Domain

/// Reads the answers again from the stored response to one image; no request is sent.
///
/// - Parameters:
///   - raw: a response that `vision` or `firebase` kept.
///   - original: the size of the upright original, where it is known.
///   - recipes: what was asked.
///   - symbols: whether the symbols of text are wanted.
/// - Returns: what was answered: beside an error of the service's not all of it.
package func reparse(
    _ raw: RawResponse, original: Size?, recipes: [Recipe], symbols: Bool = false
) throws(Failure) -> [Answer] {
    let document: JSONDocument
    do throws(JSONError) {
        document = try JSONDocument(raw.bytes)
    } catch {
        throw Failure(stage: .annotate, kind: .service, message: "the stored response is \(error)")
    }
    guard let node = relayedResponse(in: document.root), let response = ImageResponse(node, asking: recipes) else {
        throw Failure(
            stage: .annotate, kind: .service, message: "the stored response is not a Vision API response")
    }
    let reading = response.reading(of: recipes, in: Frame(sent: raw.sent, original: original), symbols: symbols)
    if response.error == nil, let malformed = reading.malformed {
        throw Failure(
            stage: .annotate, kind: .service,
            message: "the stored response cannot be read: \(malformed.description)")
    }
    if let answer = reading.answers.first(where: \.isTooLarge) {
        throw Failure(tooLarge: answer)
    }
    // A response may answer a recipe, too, that wants fewer results than it has.
    return reading.answers.map { answer in
        guard let limit = answer.recipe.resultLimit, answer.annotations.count > limit else { return answer }
        var answer = answer
        answer.annotations.removeLast(answer.annotations.count - limit)
        return answer
    }
}

extension Frame {
    /// The frame of a picture that was scaled as a whole, which is all that is ever sent.
    init(sent: Size?, original: Size?) {
        self.sent = sent
        guard let sent, let original, sent.width > 0, sent.height > 0 else {
            placement = nil
            return
        }
        placement = Placement(
            scale: Point(
                x: Double(original.width) / Double(sent.width), y: Double(original.height) / Double(sent.height)),
            offset: Point(x: 0, y: 0), original: original)
    }
}
