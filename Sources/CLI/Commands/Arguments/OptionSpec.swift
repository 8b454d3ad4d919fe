/// What is known of one option, flag or argument without the type it writes to: all that help and completions need.
package struct OptionSpec: Equatable, Sendable {
    /// How it is written.
    package enum Kind: Equatable, Sendable {
        /// `--quiet`.
        case flag
        /// `--store PATH`; the last one counts.
        case option
        /// `--param NAME=VALUE`, any number of times.
        case list
        /// A word without a dash, with the least and the most times it may be given.
        case rest(atLeast: Int, atMost: Int)
    }

    /// How it is written.
    package let kind: Kind
    /// The long name without dashes; empty for a rest.
    package let name: String
    /// The one letter after a single dash.
    package let short: Character?
    /// The placeholder of the value in help: `PATH`.
    package let value: String
    /// One clause without a full stop.
    package let help: String
    /// The environment variable that is asked when the option is not given.
    package let environment: String?
    /// Every good word, where they can be counted.
    package let choices: [String]
    /// Whether the value is a file's name.
    package let isFile: Bool

    /// What of the store the value names, in the word that completions ask the program with; nil for other values.
    package var known: String? { Completions.Known(placeholder: value)?.rawValue }

    /// Whether it is a word without a dash.
    package var isRest: Bool {
        if case .rest = kind { true } else { false }
    }

    /// How people name it: `--store`, or `JOB` for a rest.
    package var title: String { isRest ? value : "--\(name)" }
}
