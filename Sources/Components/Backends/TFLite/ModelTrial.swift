internal import Crypto
internal import LiteRT
internal import Platform
internal import Domain

/// The trial run of a model, before the model is first used here.
///
/// LiteRT verifies that a file is well formed, and no more: one that is damaged, or made to do harm, can still crash,
/// hang or take all memory when it is loaded or run. The child process loads the model, and runs it on zeros, black,
/// white and noise. That it passed is kept for this model, library and limits.
package struct ModelTrial: Sendable {
    /// The word that starts the child's part of this program.
    package static let word = "--model-trial"

    private let trial: Trial

    /// The trial of a model within limits.
    init(_ trial: Trial) { self.trial = trial }

    /// Whether a model has passed with this library and these limits before.
    func hasPassed(_ plan: TFLitePlan, library: FilePath) -> Bool {
        parts(of: plan, library).map { trial.hasPassed($0) } ?? false
    }

    /// Tries a model.
    func check(
        _ bytes: Span<UInt8>, of plan: TFLitePlan, library: FilePath, isInterrupted: @escaping @Sendable () -> Bool
    ) throws(BackendError) {
        let inputs = ModelTrial.inputs(of: plan)
        let child = try trial.child(
            [ModelTrial.word, library.description, inputs, "\(trial.milliseconds)", "\(trial.memory)"],
            isInterrupted: isInterrupted)
        let result: ChildProcess.Result
        do throws(SystemError) {
            result = try child.run(input: bytes)
        } catch {
            throw BackendError.modelRefused(
                plan.model, reason: "it cannot be tried: \(error.sentence)")
        }
        if let reason = refusal(by: result) { throw BackendError.modelRefused(plan.model, reason: reason) }
        if let parts = parts(of: plan, library) { trial.keep(parts) }
    }

    /// How all inputs are filled: the words of `TrialInput`, with commas between them.
    private static func inputs(of plan: TFLitePlan) -> String {
        plan.inputs.all.map { TrialInput($0).word }.joined(separator: ",")
    }

    /// What a verdict is about; nil where the library cannot be looked at.
    private func parts(of plan: TFLitePlan, _ library: FilePath) -> [String]? {
        guard let status = try? FileStatus(of: library) else { return nil }
        return [
            "2", plan.digest.hex, "\(library)", "\(status.bytes)", "\(status.modifiedNanoseconds)", "\(status.inode)",
            ModelTrial.inputs(of: plan),
        ]
    }

    /// What a trial says against a model; nil where it has passed.
    private func refusal(by result: ChildProcess.Result) -> String? {
        guard result.exitReason == .exited(0) else {
            return trial.reason(
                result.exitReason, errors: result.errors,
                harm: "the file is damaged or made to do harm; convert it or download it again",
                advice: "use a smaller model, or allow")
        }
        if result.output == TrialRun.passed { return nil }
        let reason = String(decoding: result.output.prefix(2000), as: UTF8.self)
        let isMemory = [2, 3].contains { reason.contains(LiteRTError.name(ofStatus: $0)) }
        return !isMemory
            ? reason
            : "\(reason); the cause may be that it needs more memory than the \(trial.memory >> 20) MiB of its trial run: allow more with \(memoryName)"
    }
}
