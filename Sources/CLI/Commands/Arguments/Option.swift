internal import Planning
internal import Platform

/// One option, flag or argument of a command, and where its value goes.
package struct Option<Root>: Sendable {
    /// What help and completions say of it.
    package let shape: OptionSpec
    /// Takes a word; answers what was expected where the word will not do.
    let store: @Sendable (inout Root, String) -> String?

    /// `--name`: turns a flag on.
    package static func flag(
        _ name: String, short: Character? = nil, _ path: any WritableKeyPath<Root, Bool> & Sendable, _ help: String
    ) -> Option {
        let shape = OptionSpec(
            kind: .flag, name: name, short: short, value: "", help: help, environment: nil, choices: [], isFile: false)
        return Option(shape: shape) { root, _ in
            root[keyPath: path] = true
            return nil
        }
    }

    /// `--name VALUE` for a property with a default.
    package static func option<Value: Argument>(
        _ name: String, short: Character? = nil, _ path: any WritableKeyPath<Root, Value> & Sendable,
        _ value: String, _ help: String, environment: String? = nil
    ) -> Option {
        Option(shape: shape(.option, name, short, value, help, environment, Value.self)) { root, word in
            guard let read = Value.read(word) else { return Value.expectation }
            root[keyPath: path] = read
            return nil
        }
    }

    /// `--name VALUE` for a property that may stay nil.
    package static func option<Value: Argument>(
        _ name: String, short: Character? = nil, _ path: any WritableKeyPath<Root, Value?> & Sendable,
        _ value: String, _ help: String, environment: String? = nil
    ) -> Option {
        Option(shape: shape(.option, name, short, value, help, environment, Value.self)) { root, word in
            guard let read = Value.read(word) else { return Value.expectation }
            root[keyPath: path] = read
            return nil
        }
    }

    /// `--name VALUE`, any number of times.
    package static func list<Value: Argument>(
        _ name: String, short: Character? = nil, _ path: any WritableKeyPath<Root, [Value]> & Sendable,
        _ value: String, _ help: String
    ) -> Option {
        Option(shape: shape(.list, name, short, value, help, nil, Value.self)) { root, word in
            guard let read = Value.read(word) else { return Value.expectation }
            root[keyPath: path].append(read)
            return nil
        }
    }

    /// One word without a dash that may be left out.
    package static func argument<Value: Argument>(
        _ path: any WritableKeyPath<Root, Value?> & Sendable, _ value: String, _ help: String, isRequired: Bool = false
    ) -> Option {
        let kind = OptionSpec.Kind.rest(atLeast: isRequired ? 1 : 0, atMost: 1)
        return Option(shape: shape(kind, "", nil, value, help, nil, Value.self)) { root, word in
            guard let read = Value.read(word) else { return Value.expectation }
            root[keyPath: path] = read
            return nil
        }
    }

    /// Words without a dash, any number from a least to a most; the last of a command's items.
    package static func rest<Value: Argument>(
        _ path: any WritableKeyPath<Root, [Value]> & Sendable, _ value: String, _ help: String, atLeast: Int = 0,
        atMost: Int = .max
    ) -> Option {
        let kind = OptionSpec.Kind.rest(atLeast: atLeast, atMost: atMost)
        return Option(shape: shape(kind, "", nil, value, help, nil, Value.self)) { root, word in
            guard let read = Value.read(word) else { return Value.expectation }
            root[keyPath: path].append(read)
            return nil
        }
    }

    /// The same item for a root that holds this one's.
    func inside<Outer>(_ path: any WritableKeyPath<Outer, Root> & Sendable) -> Option<Outer> {
        Option<Outer>(shape: shape) { outer, word in store(&outer[keyPath: path], word) }
    }

    private static func shape<Value: Argument>(
        _ kind: OptionSpec.Kind, _ name: String, _ short: Character?, _ value: String, _ help: String,
        _ environment: String?, _ type: Value.Type
    ) -> OptionSpec {
        OptionSpec(
            kind: kind, name: name, short: short, value: value, help: help, environment: environment,
            choices: Value.choices, isFile: Value.isFile)
    }
}

extension Option {
    /// `--cacert FILE`, for commands that may talk to a server.
    static func certificates(_ path: any WritableKeyPath<Root, FilePath?> & Sendable) -> Option {
        .option(
            "cacert", path, "FILE", "trust the certificate authorities in this PEM file in place of the system's",
            environment: "CURL_CA_BUNDLE")
    }
}

extension Option {
    /// `--log FILE`, for commands that submit or work.
    static func log(_ path: any WritableKeyPath<Root, FilePath?> & Sendable) -> Option {
        .option("log", path, "FILE", "append each event to FILE as a line of JSON; SIGHUP opens it again")
    }

    /// `--report DIR`, for commands that submit and work.
    static func report(_ path: any WritableKeyPath<Root, FilePath?> & Sendable) -> Option {
        .option("report", path, "DIR", "at the end, write a page that shows the jobs, as `cairn report` does")
    }

    /// `--new-store`, for commands that submit.
    static func newStore(_ path: any WritableKeyPath<Root, Bool> & Sendable) -> Option {
        .flag("new-store", path, "accept a store that is new to a billed job, even without a terminal (cron)")
    }

    /// `--trust`, for commands that obey the manifests of a store.
    static func trust(_ path: any WritableKeyPath<Root, Bool> & Sendable) -> Option {
        .flag("trust", path, "obey this store's manifests, whatever hosts, secrets and models they name")
    }

    /// `--accept-missing`: pictures that are gone are marked as missing, however many they are.
    static func acceptMissing(_ path: any WritableKeyPath<Root, Bool> & Sendable) -> Option {
        .flag("accept-missing", path, "continue even if most pictures are missing")
    }
}

extension Option<AcceptedChanges> {
    /// `--accept-missing`, `--accept-removed` and `--accept-again`, for commands that submit.
    static var acceptances: [Option] {
        [
            .acceptMissing(\.missing),
            .flag("accept-removed", \.removed, "continue even if most pictures leave the job"),
            .flag("accept-again", \.again, "continue even if most pictures are asked and billed again"),
        ]
    }
}
