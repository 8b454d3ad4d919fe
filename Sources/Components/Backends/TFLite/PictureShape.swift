internal import LiteRT
internal import Domain

/// How the dimensions of an input hold pictures.
struct PictureShape: Equatable, Sendable {
    /// How many pictures.
    let batch: Int
    /// Width and height of each.
    let size: Size
    /// 1 or 3.
    let channels: Int
    /// Where the channels stand.
    let layout: TFLiteSettings.Layout

    /// The ways in which these dimensions can be understood, none of them open; none where they hold no picture.
    ///
    /// - Parameter layout: what the manifest says.
    static func readings(_ dimensions: [Int], layout: TFLiteSettings.Layout?) -> [PictureShape] {
        let any = dimensions.count == 4 ? ofFour(dimensions) : dimensions.count == 3 ? ofThree(dimensions, layout) : []
        // A row of numbers has one pixel down or across.
        let all = any.filter { $0.size.width > 1 && $0.size.height > 1 }
        guard let layout else { return all }
        let asSaid = all.filter { $0.layout == layout }
        // Planes of one channel lie in memory as pictures of one channel do.
        return asSaid.isEmpty ? all.filter { $0.channels == 1 && dimensions.count == 3 } : asSaid
    }

    private static func ofFour(_ dimensions: [Int]) -> [PictureShape] {
        var found: [PictureShape] = []
        if [1, 3].contains(dimensions[3]) {
            found.append(
                PictureShape(
                    batch: dimensions[0], size: Size(width: dimensions[2], height: dimensions[1]),
                    channels: dimensions[3], layout: .channelsLast))
        }
        if [1, 3].contains(dimensions[1]) {
            found.append(
                PictureShape(
                    batch: dimensions[0], size: Size(width: dimensions[3], height: dimensions[2]),
                    channels: dimensions[1], layout: .channelsFirst))
        }
        return found
    }

    /// Height, width, channels; or channels, height, width; or pictures of one channel, several only where the
    /// manifest says so, since any table of numbers looks like that.
    private static func ofThree(_ dimensions: [Int], _ layout: TFLiteSettings.Layout?) -> [PictureShape] {
        var found: [PictureShape] = []
        let (first, second, last) = (dimensions[0], dimensions[1], dimensions[2])
        if [1, 3].contains(last), first > 1 {
            found.append(
                PictureShape(
                    batch: 1, size: Size(width: second, height: first), channels: last, layout: .channelsLast))
        }
        guard ![1, 3].contains(last) else { return found }
        if first == 3 {
            found.append(
                PictureShape(
                    batch: 1, size: Size(width: last, height: second), channels: 3, layout: .channelsFirst))
        }
        if first == 1 || first == 3 || layout != nil {
            found.append(
                PictureShape(
                    batch: first, size: Size(width: last, height: second), channels: 1, layout: .channelsLast))
        }
        return found
    }

    /// Dimensions with an open batch taken as one picture.
    static func closingBatch(_ dimensions: [Int]) -> [Int] {
        // The first of height, width and channels is not a batch.
        guard dimensions.first == -1, dimensions.count == 4 || dimensions.count == 3 && ![1, 3].contains(dimensions[2])
        else { return dimensions }
        return [1] + dimensions.dropFirst()
    }
}
