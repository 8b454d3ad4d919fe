internal import Nights
internal import Platform
internal import Reporting
internal import Storage
internal import Domain

extension NightReportText {
    /// What the night before has left that was killed.
    func addKilled(to page: inout LabelledLines) {
        guard let killed = report.killed else { return }
        var words =
            "the night of \(HumanFormat.moment(killed.since)) did not end: it was killed, or lost its machine"
        let lastSeen = HumanFormat.moment(killed.lastSeen)
        if lastSeen != HumanFormat.moment(killed.since) { words += ", after \(lastSeen)" }
        if killed.units > 0 {
            words +=
                "; \(HumanFormat.count(killed.units, "unit")) may be billed twice"
                + (killed.microDollars > 0 ? ", \(HumanFormat.upTo(killed.microDollars))" : "")
        }
        page.add("killed", words)
        if killed.units > 0 { page.add("", command: "cairn quota show", report) }
    }

    /// The caps that are reached, how much of them is in doubt, and what opens them.
    func addCaps(to page: inout LabelledLines) {
        let stopped: CapUsage? = if case .stopped(.cap(let cap)) = report.ending { cap } else { nil }
        let caps = report.caps.filter {
            $0.isReached || ($0.scope == stopped?.scope && $0.period == stopped?.period)
        }
        for cap in caps {
            page.add("cap", CapMessage.sentence(about: cap) + (cap.isReached ? "" : ", less than the next image needs"))
            if let doubt = CapMessage.doubt(about: cap, of: report.account) {
                page.add("", "\(doubt.words):")
                page.add("", command: doubt.command, report)
            }
            let opening = cap.opensAt.map {
                "opens \(HumanFormat.moment($0)), and the next night after that goes on; "
            }
            let raise =
                NightReportText.isOfAccount(cap) ? "it:" : "\(CapMessage.key(of: cap)) in the manifest, and then:"
            page.add("", "\(opening ?? "")to continue now, raise \(raise)")
            if NightReportText.isOfAccount(cap) { page.add("", command: CapMessage.command(for: cap), report) }
        }
        if !caps.isEmpty, !report.manifest.isEmpty {
            page.add("", command: "cairn nightly \(Hints.quoted(FilePath(report.manifest)))", report)
        }
    }
}
