internal import LiteRT
internal import Domain

/// The dimensions of pictures, for messages.
let pictureForms =
    "[1, height, width, 1 or 3 channels], [1, 1 or 3 channels, height, width], [height, width, 1 or 3 channels] or [1, height, width]"

extension TensorInfo {
    /// Why no picture can be given to this input; nil where one can.
    ///
    /// - Parameters:
    ///   - content: what the model's metadata says that it holds.
    ///   - layout: what the manifest says of it.
    func whyNoPicture(_ content: ModelMetadata.Content?, _ layout: TFLiteSettings.Layout?) -> String? {
        let told = "input \(dimensions) \(type)"
        switch content {
        case .text: return "it takes text, not a picture: \(told)"
        case .sound: return "it takes sound, not a picture: \(told)"
        case .features, .picture, nil: break
        }
        switch type {
        case .string: return "it takes text, not a picture: \(told)"
        case .bool, .complex64, .float64: return "its input \"\(name)\" takes \(type), which no picture is given as"
        case .float32, .float16, .uint8, .int8, .int16, .int32, .int64: break
        }
        if dimensions.count == 4 || dimensions.count == 3 {
            // An open dimension may become what a picture needs.
            if dimensions.contains(-1) { return nil }
            if ![nil, layout].allSatisfy({ PictureShape.readings(dimensions, layout: $0).isEmpty }) { return nil }
            if dimensions.last == 4 || dimensions.count == 4 && dimensions[1] == 4 {
                return "its input has 4 channels, \(dimensions), and a picture has 3 or 1"
            }
        }
        if dimensions.count == 5 { return "it takes several pictures in a row, as of a video: \(told)" }
        if dimensions.count < 3 {
            let isWhole = [.int32, .int64].contains(type)
            let such =
                isWhole ? "whole numbers, such as the numbers of words" : "numbers, such as sound or measurements"
            return "it takes a row of \(such), not a picture: \(told)"
        }
        return "its input is \(dimensions), and a picture is \(pictureForms)"
    }

    /// The number of elements for one of the pictures of a batch.
    func count(inBatchOf pictures: Int) -> Int { dimensions.first == pictures ? count / pictures : count }

    /// The input for a message: `0 "picture" uint8 [1, 224, 224, 3]`.
    func listed(at index: Int) -> String {
        "\(index) \"\((signatureName ?? name).prefix(40))\" \(type) \(dimensions)"
    }
}

/// All inputs of a model, for a message.
func listed(_ inputs: [TensorInfo]) -> String {
    inputs.prefix(8).enumerated().map { $1.listed(at: $0) }.joined(separator: ", ")
        + (inputs.count > 8 ? " and \(inputs.count - 8) more" : "")
}
