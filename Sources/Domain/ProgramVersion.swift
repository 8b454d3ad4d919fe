/// The version of the program, as `cairn --version` tells it.
package let programVersion = "0.1.0"

/// The commit that the program was built from; nil in a working copy, which may differ from every commit.
///
/// `git archive` writes the commit here (see .gitattributes), and packages are built from its archive.
package let programCommit: String? = {
    let text = "$Format:%H$"
    return text.hasPrefix("$") ? nil : text
}()
