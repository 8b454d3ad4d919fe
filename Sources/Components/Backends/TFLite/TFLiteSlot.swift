internal import LiteRT
internal import Domain

/// One worker's compiled model.
final class TFLiteSlot: LocalSlot {
    private let plan: TFLitePlan
    private let runner: TFLiteRunner

    init(_ plan: TFLitePlan, _ runner: TFLiteRunner) {
        self.plan = plan
        self.runner = runner
    }

    func annotate(_ images: borrowing [PreparedImage]) -> [Result<LocalAnswer, LocalProblem>] {
        var failures: [Int: Failure] = [:]
        for index in images.indices { failures[index] = misfit(images[index]) }
        let fitting = images.indices.filter { failures[$0] == nil }
        var outputs: [[[UInt8]]] = []
        do throws(Failure) {
            if !fitting.isEmpty { outputs = try run(fitting.map { images[$0] }) }
        } catch {
            for index in fitting { failures[index] = error }
        }
        let shapes = runner.shapes
        var next = 0
        return images.indices.map { index in
            if let failure = failures[index] { return .failure(.failure(failure)) }
            defer { next += 1 }
            return Result { () throws(Failure) in
                try plan.answer(
                    outputs[next], shapes: shapes, size: images[index].size, images[index].placement)
            }.mapError { .failure($0) }
        }
    }

    /// Why a picture cannot be given to the model; nil where it can.
    private func misfit(_ image: borrowing PreparedImage) -> Failure? {
        let (size, channels) = (plan.request.size, plan.request.channels)
        guard image.size == size, image.channels == channels else {
            return Failure(
                stage: .annotate, kind: .model,
                message:
                    "the picture was prepared as \(image.size.width)x\(image.size.height), and the model takes \(size.width)x\(size.height)"
            )
        }
        guard image.samples.count == size.width * size.height * channels else {
            return Failure(
                stage: .annotate, kind: .model,
                message: "the picture has \(image.samples.count) samples, and the model takes others")
        }
        return nil
    }

    /// Every output's bytes for each picture.
    private func run(_ images: borrowing [PreparedImage]) throws(Failure) -> [[[UInt8]]] {
        do throws(LiteRTError) {
            return try runner.run(images)
        } catch {
            let code: String? =
                if case .failed(_, let status, _) = error { LiteRTError.name(ofStatus: status) } else { nil }
            throw Failure(stage: .annotate, kind: .model, code: code, message: error.description)
        }
    }
}
