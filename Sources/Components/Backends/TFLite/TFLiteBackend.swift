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
    /// As many pictures as fill its input; one where the model's answer to a picture depends on those beside it.
    package let batch: Int

    /// Takes a loaded model, and tries it: what cannot run is found before any image is touched.
    init(_ plan: TFLitePlan, _ model: Model) throws(LiteRTError) {
        self.plan = plan
        self.model = model
        batch = try TFLiteProbe(plan.inputs, model).batch
    }

    /// A compiled model with its own memory.
    package func makeSlot() throws(BackendError) -> any LocalSlot {
        do {
            return TFLiteSlot(plan, try TFLiteRunner(plan.inputs, model))
        } catch {
            throw BackendError(error, model: plan.settings.model)
        }
    }
}
