internal import Crypto
package import Domain
internal import LiteRT
internal import Platform

extension HostedModel {
    /// The digest that the model must have; nil: whatever is served.
    var pinned: Digest? {
        if case .url(let file) = source { file.digest } else { nil }
    }

    /// Whether only one version can be the model.
    package var isPinned: Bool { pinned != nil }

    /// What forbids asking the service at a moment; nil: nothing does.
    func block(at now: Timestamp) -> DownloadBlock? {
        if isOffline { return .offline }
        guard let window else { return nil }
        func next(_ minute: Int) -> Timestamp {
            Timestamp(milliseconds: nextLocal(hour: minute / 60, minute: minute % 60, after: now.milliseconds))
        }
        // Within the window its end comes before its next start.
        let opens = next(window.start)
        return next(window.end) < opens ? nil : .outsideWindow(window, opens: opens)
    }
}

/// The largest model that can be run.
let maxBytes = ModelFile.maximumBytes
