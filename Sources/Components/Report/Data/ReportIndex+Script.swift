internal import Crypto
internal import Domain
internal import Platform
internal import Text

/// The data files that belong to a job's index.
package struct ReportFiles: Sendable {
    /// Numbers of detail files, each with its name in the report.
    package var details: [(number: Int64, name: String)] = []
    /// The names of the files with texts.
    package var texts: [String] = []

    /// No files yet.
    package init() {}
}

extension ReportIndex {
    /// The index as a script, in two parts of one state: what its name is made of, and what changed since another one.
    ///
    /// - Returns: the JSON text without its end.
    package func json(_ files: ReportFiles) -> [UInt8] {
        var json = JSONBuilder()
        json.object { json in
            json.add("job", overview.job)
            json.add("program", programVersion)
            json.add("base", base)
            json.add("newest", newest.milliseconds > 0 ? newest.iso8601 : nil)
            addOverview(to: &json)
            addClasses(to: &json)
            addNames(to: &json)
            json.object("columns", addColumns)
            json.object("places") { json in
                json.add("row", plain: Columns.base64(places.map(\.row)))
                json.add("class", plain: Columns.base64(places.map(\.class)))
                json.add("latitude", plain: Columns.base64(places.map { Float($0.place.latitude) }))
                json.add("longitude", plain: Columns.base64(places.map { Float($0.place.longitude) }))
            }
            json.object("details") { json in for (number, name) in files.details { json.add("\(number)", name) } }
            json.array("texts") { json in for name in files.texts { json.add(nil, name) } }
        }
        return Array(json.bytes.dropLast())
    }

    /// The script of an index and of what changed.
    package func script(_ json: [UInt8], changes: ReportChanges?) -> [UInt8] {
        let member = Array(",\"changes\":".utf8) + (changes?.json ?? Array("null".utf8)) + [UInt8(ascii: "}")]
        return DataScript.call("index", [overview.job], json: json + member)
    }

    private func addOverview(to json: inout JSONBuilder) {
        json.object("overview") { json in
            json.array("models") { json in
                for recipe in overview.recipes where !recipe.isPerson {
                    json.array { json in
                        json.add(nil, recipe.feature.rawValue)
                        json.add(nil, recipe.backend)
                        json.add(nil, recipe.model)
                    }
                }
            }
            json.add("units", overview.units)
            json.add("uncertain", overview.uncertainUnits)
            json.add("low", overview.minDollars)
            json.add("high", overview.maxDollars)
            json.array("days") { json in
                for day in overview.days {
                    json.array { json in
                        json.add(nil, day.date)
                        json.add(nil, day.asked)
                        json.add(nil, day.failed)
                        json.add(nil, dollars(day.maxMicroDollars))
                    }
                }
            }
            json.array("failures") { json in
                for group in overview.failures {
                    json.array { json in
                        json.add(nil, group.kind)
                        json.add(nil, group.code)
                        json.add(nil, group.count)
                        json.add(nil, group.unreadable)
                        json.add(nil, group.message)
                        json.add(nil, FilePath(group.path).withoutSecrets.description)
                    }
                }
            }
        }
    }

    private func addClasses(to json: inout JSONBuilder) {
        json.array("classes") { json in
            for kind in classes {
                json.array { json in
                    json.add(nil, kind.kind.rawValue)
                    json.add(nil, kind.feature.rawValue)
                    json.add(nil, kind.name)
                }
            }
        }
    }

    private func addNames(to json: inout JSONBuilder) {
        var folders: [String] = []
        var numbers: [FilePath: UInt32] = [:]
        var column: [UInt32] = []
        var names: [String] = []
        for row in rows {
            let path = row.image.shownPath
            let cut = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.index(after: $0) } ?? path.startIndex
            let folder = String(path[..<cut])
            let key = FilePath(folder)
            if numbers[key] == nil {
                numbers[key] = UInt32(folders.count)
                folders.append(folder)
            }
            column.append(numbers[key] ?? 0)
            names.append(String(path[cut...]))
        }
        json.array("folders") { json in for folder in folders { json.add(nil, folder) } }
        // No name has a slash, which parts it from its folder.
        json.add("names", names.joined(separator: "/"))
        json.add("folder", plain: Columns.base64(column))
    }

    private func addColumns(to json: inout JSONBuilder) {
        json.add("id", plain: Columns.base64(rows.map { Double($0.image.id.value) }))
        json.add("width", plain: Columns.base64(rows.map { UInt32(clamping: $0.image.size?.width ?? 0) }))
        json.add("height", plain: Columns.base64(rows.map { UInt32(clamping: $0.image.size?.height ?? 0) }))
        let states = ShownImage.State.allCases
        json.add("state", plain: Columns.base64(rows.map { UInt8(states.firstIndex(of: $0.image.state) ?? 0) }))
        json.add("flags", plain: Columns.base64(rows.map(\.flags)))
        json.add("taken", plain: Columns.base64(rows.map { $0.image.takenAt.map { Double($0.milliseconds) } ?? .nan }))
        json.add("picture", plain: Base64.encode(rows.flatMap(\.pictureKey)))
        var first: [UInt32] = [0]
        var (order, scores): ([UInt32], [Float]) = ([], [])
        for row in rows {
            let entries = row.firstEntry..<row.firstEntry + row.entryCount
            order += entryClasses[entries]
            scores += entryScores[entries]
            first.append(UInt32(order.count))
        }
        json.add("first", plain: Columns.base64(first))
        let isSmall = classes.count <= 65_536
        json.add("wide", !isSmall)
        json.add("class", plain: isSmall ? Columns.base64(order.map { UInt16($0) }) : Columns.base64(order))
        json.add("score", plain: Columns.base64(scores))
    }
}

extension ReportIndex.Row {
    /// Bits: 1 a thumbnail, 2 a larger view, 4 browsers can show the file, 8 no file holds it any more.
    fileprivate var flags: UInt8 {
        (hasThumbnail ? 1 : 0) | (hasView ? 2 : 0) | (image.isShownByBrowsers ? 4 : 0) | (image.isMissing ? 8 : 0)
    }

    /// What its pictures are named by: 12 bytes of the digest, and the turn.
    fileprivate var pictureKey: [UInt8] { image.key.digest.bytes.prefix(12) + [UInt8(image.key.turn)] }
}
