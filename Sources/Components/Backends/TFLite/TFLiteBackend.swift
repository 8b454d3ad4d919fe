internal import LiteRT
package import Domain

/// A TensorFlow Lite model, loaded: one copy of it for all workers.
package final class TFLiteBackend: LocalBackend {
    private let plan: TFLitePlan
    private let model: Model
    /// What it answers.
    package var recipes: [Recipe] { plan.recipes }
    /// The pixels it takes.
    package var input: LocalInput { .samples(plan.request) }
    /// One picture at a time.
    package var batch: Int { 1 }

    /// Takes a loaded model, and runs it once on zeros: what cannot run is found before any image is touched.
    init(_ plan: TFLitePlan, _ model: Model) throws(LiteRTError) {
        self.plan = plan
        self.model = model
        try runOnZeros()
    }

    /// A compiled model with its own memory.
    package func makeSlot() throws(BackendError) -> any LocalSlot {
        do {
            return TFLiteSlot(plan, try CompiledModel(model, inputDimensions: plan.input.dimensions))
        } catch {
            throw BackendError(error, model: plan.settings.model)
        }
    }

    private func runOnZeros() throws(LiteRTError) {
        let trial = try CompiledModel(model, inputDimensions: plan.input.dimensions)
        let expected = plan.input.dimensions.reduce(plan.input.type.bytes ?? 1, *)
        guard trial.inputBytes(0) == expected else {
            throw LiteRTError.modelRefused(why: "its input takes \(trial.inputBytes(0)) bytes, not \(expected)")
        }
        try trial.withInput { input in for index in input.indices { input[index] = 0 } }
        try trial.run()
        for place in plan.output.places { _ = try trial.output(place) }
    }
}
