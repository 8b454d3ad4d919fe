internal import Accounting
internal import Invoices
internal import Platform
internal import Storage
internal import Text
internal import Domain

/// `cairn quota settle --from FILE`: closes the uncertain units that the vendor's billing export covers.
struct ReconcileExport {
    private let context: CommandContext
    /// The file's name in messages.
    private let file: String
    private let export: BillingExport
    private let isDryRun: Bool

    /// Reads the export.
    init(_ context: CommandContext, _ file: FilePath, isDryRun: Bool) throws(CommandFailure) {
        self.context = context
        self.isDryRun = isDryRun
        let isInput = file == FilePath("-")
        let bytes = isInput ? try context.standardInput() : try ReconcileExport.read(file, context)
        let name = isInput ? "standard input" : file.description
        self.file = name
        export = try endingCommand({ (error: BillingExportError) in
            CommandFailure("\(name):\(error.line):\(error.column): \(error.reason)", .badInput)
        }) { () throws(BillingExportError) in try BillingExport(bytes) }
    }

    /// Compares and closes.
    ///
    /// - Parameter account: the one that is meant; nil: each whose name is a project's id in the export.
    func settle(_ account: String?, settlingTime: TimeSpan?) throws(CommandFailure) -> ExitCode {
        let store = try context.open(for: isDryRun ? .read : .change)
        for warning in export.warnings { context.reporter.say(displayText(warning)) }
        let counts = try counts(of: account, in: store)
        let report = try endingCommand { () throws(StoreError) in
            try store.ledger.reconcile(counts, closing: !isDryRun, settlingTime: settlingTime)
        }
        let found = report.counts
        context.write(ReconcileExport.columns, found.map(ReconcileExport.cells))
        for one in found { if let words = advice(on: one) { context.reporter.say(words) } }
        for (account, units) in report.uncounted.sorted(by: { $0.key < $1.key }) {
            context.reporter.say(
                "\(displayText(account)): \(HumanFormat.count(units, "uncertain unit")) of days and features that the export does not name stay open; "
                    + "where it covers those days, close them with --not-billed")
        }
        let closed = found.reduce(0) { $0 + $1.billed + $1.notBilled }
        context.reporter.say(
            "\(HumanFormat.count(closed, "uncertain unit")) \(isDryRun ? "would be closed" : "closed"), \(HumanFormat.grouped(found.reduce(0) { $0 + $1.billed })) of them as billed"
        )
        return found.contains { $0.uncertain > 0 && $0.status != .closed } ? .someFailed : .done
    }

    private static let columns = [
        "account", "feature", "first_day", "last_day", "vendor_units", "units_settled", "units_uncertain",
        "closed_billed",
        "closed_not_billed", "verdict",
    ]

    private static func cells(of one: Reconciliation) -> [Cell] {
        [
            .text(one.count.account), .text(one.count.feature.rawValue), .text(one.count.days.lowerBound.dayKey),
            .text(one.count.days.upperBound.dayKey), Cell(one.count.units), Cell(one.settled), Cell(one.uncertain),
            Cell(one.billed), Cell(one.notBilled), .text(one.status.rawValue),
        ]
    }

    /// The vendor's counts by account of the store.
    private func counts(of account: String?, in store: any Store) throws(CommandFailure) -> [VendorCount] {
        if let account, !export.projects.isEmpty { _ = try context.account(account, in: store, mayBeNew: false) }
        let known = try store.read { reports throws(StoreError) in try reports.accounts() }
        let match = try endingCommand({ (problem: AccountMatch.Problem) in words(about: problem, known) }) {
            () throws(AccountMatch.Problem) in
            try AccountMatch(projects: export.projects, account: account, known: known)
        }
        return export.usage.compactMap { usage in
            match.accounts[usage.project].map {
                VendorCount(account: $0, feature: usage.feature, days: usage.days, units: usage.units)
            }
        }
    }

    private func words(about problem: AccountMatch.Problem, _ known: [String]) -> CommandFailure {
        let projects = export.projects.map { displayText($0) }.joined(separator: ", ")
        switch problem {
        case .noUsage:
            return CommandFailure(
                "\(file): the export has no usage of the Cloud Vision API; nothing was changed", .badInput)
        case .noSuchProject(let account):
            return CommandFailure(
                "\(file): the export does not contain project \(account) (it has \(projects)); "
                    + "download the cost table for that project", .badInput)
        case .noKnownProject:
            let list =
                known.isEmpty
                ? "the store knows none" : "the store knows \(known.map { displayText($0) }.joined(separator: ", "))"
            return CommandFailure(
                "\(file): no account is called like a project of the export (\(projects)); \(list); "
                    + "say whose bill it is with --account", .badInput)
        }
    }

    /// Why nothing was closed, and what to do; nil where that need not be said.
    private func advice(on one: Reconciliation) -> String? {
        let (first, last) = (one.count.days.lowerBound.dayKey, one.count.days.upperBound.dayKey)
        let subject =
            "\(displayText(one.count.account)) \(one.count.feature.rawValue) \(first == last ? first : "\(first) to \(last)")"
        let vendor = HumanFormat.grouped(one.count.units)
        switch one.status {
        case .agrees, .closed: return nil
        case .inFlight:
            return
                "\(subject): some units are still in flight, or were when a worker was killed; "
                + "run `cairn work` until `cairn status` shows no worker, then settle again"
        case .tooYoung:
            guard one.uncertain > 0 else { return nil }
            return
                "\(subject): the vendor's count may still grow; "
                + "settle from an export made two days after the last day, or accept this one with --force"
        case .tooFew:
            return
                "\(subject): the vendor counts \(vendor), and \(HumanFormat.grouped(one.settled)) were answered; "
                + "the export is not complete, or leaves out free units; nothing was closed"
        case .tooMany:
            return
                "\(subject): the vendor counts \(vendor), and at most \(HumanFormat.grouped(one.settled + one.uncertain)) were sent from here; "
                + "another program uses this project, and these units cannot be attributed; nothing was closed"
        }
    }

    private static func read(_ file: FilePath, _ context: CommandContext) throws(CommandFailure) -> [UInt8] {
        try endingCommand(CommandFailure.init(unusable:)) { () throws(SystemError) in
            let buffer = FileBuffer()
            try buffer.read(file, limit: 1 << 30)
            return buffer.copy
        }
    }
}
