internal import Domain
internal import JSON

/// The points of a face that a model tells: eyes, nose, mouth.
enum FacePoints {
    /// The points in a face's attributes, each with whether it is of the left half by its name.
    static func points(of attributes: String?) -> [(point: Point, isLeft: Bool)] {
        guard let attributes, let root = try? JSONDocument(Array(attributes.utf8)).root,
            let landmarks = root["landmarks"]
        else { return [] }
        return landmarks.elements.compactMap { landmark in
            guard let x = landmark["x"]?.double, let y = landmark["y"]?.double else { return nil }
            return (Point(x: x, y: y), landmark["type"]?.string?.contains("LEFT") ?? false)
        }
    }
}
