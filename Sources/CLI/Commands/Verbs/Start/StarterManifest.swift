internal import Backends
internal import Domain
internal import Platform
internal import Storage

/// The text of a first manifest, with a comment on each line that a person may want to change.
struct StarterManifest {
    /// The job's name.
    let job: String
    /// The manifest's own name.
    let file: FilePath
    /// The folder of pictures, as the manifest names it.
    let folder: FilePath
    let backend: FirstBackend
    let place: Surroundings
    /// The moment, by which the vendor's next month is told.
    let now: Timestamp
    /// What the first run costs; nil before it is known.
    var price: String?
    /// The cap of a billed job, in whole dollars a month.
    var dollarsPerMonth: Int64 = 1

    /// The whole text.
    var text: String {
        let pictures = HumanFormat.count(place.pictures, "picture")
        let name = Hints.quoted(file)
        var lines = [
            "# What is asked of which pictures. `cairn check \(name)` validates this file, `cairn plan \(name)` says",
            "# what a run would ask and cost, and `cairn run \(name)` does it.",
            "# The first run asks \(pictures)\(price.map { ": \($0)." } ?? ".")",
            "job: \(job)    # the job's name, from night to night",
            "store: cairn.db    # the answers, in a file beside this one",
            "images:",
            "  - folder: \(BackendBlock.scalar(folder))    # \(pictures) now; each run finds what is new",
            "# exclude: [.thumbs, \"*-small.*\"]    # names at any depth",
        ]
        lines += origin + backend.block + budget
        lines += [
            "# For cron: every night at 03:00\(place.zone.map { " (\($0))" } ?? ""), silent unless a person should look.",
            "# 0 3 * * *  cd \(Hints.quoted(directory)) && cairn nightly \(name)",
        ]
        return lines.map { $0 + "\n" }.joined()
    }

    /// Where cron's command begins.
    var directory = FilePath("")

    /// Where a model that is downloaded comes from.
    private var origin: [String] {
        guard case .download(let model) = backend, model.bytes != nil else { return [] }
        let size = [model.bytes.map { HumanFormat.bytes($0) }, model.licence.map { "licence \($0)" }]
            .compactMap(\.self).joined(separator: ", ")
        return ["# \(model.title)\(size.isEmpty ? "" : " (\(size))")."]
    }

    private var budget: [String] {
        guard case .vision = backend else { return [] }
        let end = VendorDay(of: now).endOfMonth
        let zone = place.zone.map { " in \($0)" } ?? " here"
        return [
            "budget:",
            "  month: {usd: \(dollarsPerMonth).00}    # no request passes it; the vendor's month begins on the 1st at "
                + "\(TimeOfDay.local(at: end.milliseconds))\(zone)",
        ]
    }
}
