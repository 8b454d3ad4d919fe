internal import Text
internal import SQLite
internal import Storage
internal import Domain

/// Which names a worker can open: all in a store of one volume, otherwise those of its own volume and addresses.
struct VolumeFilter {
    /// The volume to which names are limited; nil: all names are in reach.
    let volume: Volume?

    /// A condition on the row of a name, as SQL that begins with `AND`; empty where all names are in reach, so that the
    /// statements of a store of one volume stay what they are.
    ///
    /// - Parameter name: the alias of the table `path`.
    func condition(on name: String) -> String {
        guard let volume else { return "" }
        return """
             AND (instr(\(name).path, '://') > 0 OR EXISTS (SELECT 1 FROM folder AS f
                WHERE f.folder_id = \(name).folder_id AND f.volume = CAST(x'\(hexadecimal(volume.name.utf8))' AS TEXT)))
            """
    }

    /// The same condition on the task `t` with its own name `p`: one of its names is in reach, or its own is and no
    /// other is there any more.
    var taskCondition: String {
        guard volume != nil else { return "" }
        return """
             AND (EXISTS (SELECT 1 FROM path AS n WHERE n.image_id = t.image_id AND n.missing_at IS NULL
                    AND n.replaced_at IS NULL\(condition(on: "n")))
                OR NOT EXISTS (SELECT 1 FROM path AS n WHERE n.image_id = t.image_id AND n.missing_at IS NULL
                    AND n.replaced_at IS NULL)\(condition(on: "p")))
            """
    }
}

extension Reader {
    /// What a process that reads the paths of a volume can open.
    func filter(of volume: Volume) throws(StoreError) -> VolumeFilter {
        // Two looks at the ends of an index; nearly always the store has one volume.
        let other = try connection.first(
            """
            SELECT 1 WHERE EXISTS (SELECT 1 FROM folder WHERE volume < ?1)
                OR EXISTS (SELECT 1 FROM folder WHERE volume > ?1)
            """, .text(volume.name)
        ) { _ in true }
        return VolumeFilter(volume: other == nil ? nil : volume)
    }
}
