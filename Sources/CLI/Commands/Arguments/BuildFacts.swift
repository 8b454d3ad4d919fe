internal import Domain
internal import Reporting
internal import Schema
package import Storage

/// What a build of the program is made of, as `--version` shows it.
package struct BuildFacts: Sendable {
    private let commit: String?
    private let schema: Int
    private let libraries: [(name: String, version: String)]

    /// Those of this program, with libraries that are loaded anyway: the others are opened when they are needed.
    package init(of stores: any StoreProvider) {
        commit = programCommit
        schema = StoreSchema.version
        libraries = [stores.survey(CommonOptions().store).engine] + linkedLibraries()
    }

    /// A line each.
    var text: String {
        let rows =
            [("commit", commit ?? "not told: built in a working copy"), ("store", "schema \(schema)")] + libraries
        let column = (rows.map(\.0.count).max() ?? 0) + 2
        return rows.map { name, value in
            "  \(name)\(String(repeating: " ", count: column - name.count))\(value)\n"
        }.joined()
    }

    /// `commit`, null in a build of a working copy; `schema`, that of stores; `libraries`, by name, those that are
    /// linked.
    func add(to object: inout JSONObject) {
        object.add("commit", Cell(commit))
        object.add("schema", Cell(schema))
        var all = JSONObject()
        for library in libraries { all.add(library.name, .text(library.version)) }
        object.add("libraries", all)
    }
}
