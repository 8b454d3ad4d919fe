// swift-tools-version: 6.2
// The map of the house. Imports point down only; Scripts/check-imports checks it.
import PackageDescription

/// Every target of ours: Swift 6, no warnings, and C may be touched only where `unsafe` is written.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

/// The same for loops over every pixel: optimised in debug builds, too, where a photograph would take seconds in place of
/// milliseconds; what they check they check all the same.
let fast = strict + [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))]

/// A C library behind a module map and a commented shim.
func door(_ name: String, pkgConfig: String? = nil, package: String? = nil) -> Target {
    .systemLibrary(
        name: name, path: "Sources/Ground/\(name)", pkgConfig: pkgConfig,
        providers: package.map { [.apt([$0])] })
}

/// One module of the house, on the floor it belongs to.
func module(
    _ floor: String, _ name: String, _ dependencies: [Target.Dependency] = [], settings: [SwiftSetting] = strict
) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/\(floor)/\(name)", swiftSettings: settings)
}

/// The tests of one module.
func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: dependencies, path: "Tests/\(name)Tests", exclude: exclude,
        swiftSettings: testing)
}

/// What the tests share.
func support(
    _ name: String, path: String, _ dependencies: [Target.Dependency], settings: [SwiftSetting] = testing
) -> Target {
    .target(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
}

/// Tests hold the same rules but for memory safety: they may build damaged bytes by hand.
let testing: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// For what makes millions of inputs and judges the results: optimised in debug builds, too.
let fuzzing = testing + [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))]

/// What stands between tests and a store: it speaks the contract, and names its imports as the program does.
let suite = testing + [.enableUpcomingFeature("InternalImportsByDefault")]

let package = Package(
    name: "cairn",
    targets: [
        // Ground: Swift over C; knows nothing of jobs.
        door("CPlatform"),
        door("CSQLite", pkgConfig: "sqlite3", package: "libsqlite3-dev"),
        door("CTurboJPEG", pkgConfig: "libturbojpeg", package: "libturbojpeg0-dev"),
        door("CPNG", pkgConfig: "libpng", package: "libpng-dev"),
        door("CWebP", pkgConfig: "libwebp", package: "libwebp-dev"),
        door("CHEIF", package: "libheif-dev"),
        door("CLiteRT"),
        door("CCrypto", pkgConfig: "libcrypto", package: "libssl-dev"),
        door("CYAML", package: "libyaml-dev"),
        door("CZlib", pkgConfig: "zlib", package: "zlib1g-dev"),
        door("CCurl", package: "libcurl4-openssl-dev"),
        module("Ground", "Platform", ["CPlatform"]),
        module("Ground", "SQLite", ["CSQLite"]),
        module(
            "Ground", "Pictures", ["CTurboJPEG", "CPNG", "CWebP", "CHEIF", "CPlatform", "Platform", "Zlib"],
            settings: fast),
        module("Ground", "LiteRT", ["CLiteRT", "CPlatform", "Platform", "Zlib"]),
        module("Ground", "Crypto", ["CCrypto", "Platform"]),
        module("Ground", "YAML", ["CYAML"]),
        module("Ground", "Zlib", ["CZlib"]),
        module("Ground", "JSON", ["Platform"]),
        module("Ground", "Regexp"),
        module("Ground", "Curl", ["CCurl", "Platform"]),

        // Hall: the words every room shares, and the SQL.
        module("Hall", "Vocabulary", ["Platform", "Crypto"]),
        .target(
            name: "Schema", path: "Schema", exclude: ["README.md"],
            resources: [
                .embedInCode("Migrations"), .embedInCode("prices.sql"), .embedInCode("views.sql"),
                .embedInCode("job.schema.json"), .embedInCode("plan.schema.json"),
            ],
            swiftSettings: strict),

        // Rooms: each knows the hall and the ground, not its neighbours.
        module("Rooms", "Manifest", ["Vocabulary", "YAML", "Platform", "Crypto"]),
        module("Rooms", "Catalog", ["Vocabulary", "Platform"]),
        module("Rooms", "Planning", ["Vocabulary", "JSON", "Platform", "Crypto"]),
        module("Rooms", "Imaging", ["Vocabulary", "Pictures", "Platform", "Crypto"]),
        module("Rooms", "Backends", ["Vocabulary", "LiteRT", "Curl", "JSON", "Platform", "Crypto"]),
        module("Rooms", "Invoices", ["Vocabulary"]),
        module("Rooms", "Logging", ["Vocabulary", "JSON", "Platform", "Crypto"]),
        module("Rooms", "Storage", ["Vocabulary", "Platform", "Crypto", "Zlib"]),
        module("Rooms", "Accounting", ["Vocabulary"]),
        module(
            "Rooms", "SQLiteStore",
            [
                "Storage", "Accounting", "Planning", "Vocabulary", "Schema", "SQLite", "JSON", "Regexp", "Platform",
                "Crypto",
                "Zlib",
            ]),

        // Upstairs: Runner moves work, Reporting only reads.
        module(
            "Upstairs", "Runner",
            [
                "Manifest", "Catalog", "Imaging", "Planning", "Backends", "Logging", "Storage", "Vocabulary", "Curl",
                "Platform", "Crypto",
            ]),
        module(
            "Upstairs", "Reporting", ["Storage", "Backends", "Catalog", "Vocabulary", "Curl", "Pictures", "Platform"]),

        // Roof: flags in; words and exit codes out.
        module(
            "Roof", "Commands",
            [
                "Runner", "Reporting", "Manifest", "Catalog", "Planning", "Invoices", "Accounting", "Logging",
                "Storage",
                "Backends", "Schema",
                "Vocabulary", "JSON", "Platform",
            ]),
        .executableTarget(
            name: "cairn", dependencies: ["Commands", "SQLiteStore", "Platform"], path: "Sources/cairn",
            swiftSettings: strict),

        // Benchmarks: what the program is measured against.
        .executableTarget(
            name: "ceiling", dependencies: ["Backends", "Imaging", "Vocabulary", "Platform"],
            path: "Benchmarks/Ceiling", swiftSettings: strict),
        .executableTarget(
            name: "cost", dependencies: ["Pictures", "Platform"], path: "Benchmarks/Cost", swiftSettings: strict),
        .executableTarget(
            name: "books", dependencies: ["Storage", "SQLiteStore", "Vocabulary", "Platform"], path: "Benchmarks/Books",
            swiftSettings: strict),

        // Tests.
        support("TestSupport", path: "Tests/Support", ["Platform", "Vocabulary"]),
        support(
            "StorageConformance", path: "Tests/StorageConformance/Suite",
            ["Storage", "Vocabulary", "Platform", "Crypto", "TestSupport"], settings: suite),
        support(
            "StoreProbe", path: "Tests/StorageConformance/Probe",
            ["StorageConformance", "SQLite", "Vocabulary", "Platform"], settings: suite),
        .executableTarget(
            name: "storeagent",
            dependencies: [
                "Storage", "SQLiteStore", "StorageConformance", "StoreProbe", "Vocabulary", "Platform", "TestSupport",
            ],
            path: "Tests/StorageConformance/Agent", swiftSettings: suite),
        support(
            "Corpora", path: "Tests/Corpora", ["Pictures", "Platform", "YAML", "Zlib", "TestSupport"], settings: fuzzing
        ),
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "Backends", "Imaging", "Manifest", "Invoices", "Pictures", "YAML", "Curl", "Zlib", "Vocabulary",
                "Platform", "TestSupport", "Corpora",
            ],
            path: "Tests/Fuzz/Program", swiftSettings: fuzzing),
        tests("Platform", ["Platform", "TestSupport"]),
        tests("SQLite", ["SQLite"]),
        tests("Pictures", ["Pictures", "Platform", "TestSupport"], exclude: ["Fixtures"]),
        tests("LiteRT", ["LiteRT", "Zlib", "Platform", "TestSupport"]),
        tests("YAML", ["YAML", "TestSupport"]),
        tests("Crypto", ["Crypto", "Platform", "TestSupport"]),
        tests("JSON", ["JSON", "TestSupport"]),
        tests("Regexp", ["Regexp", "TestSupport"]),
        tests("Curl", ["Curl", "Zlib", "Platform", "TestSupport"], exclude: ["tls_server.py"]),
        tests("Vocabulary", ["Vocabulary", "Platform", "Crypto", "TestSupport"]),
        tests(
            "Manifest", ["Manifest", "Vocabulary", "YAML", "Platform", "Crypto", "Schema", "Corpora", "TestSupport"]),
        tests("Catalog", ["Catalog", "Vocabulary", "Platform", "Crypto", "TestSupport"]),
        tests("Planning", ["Planning", "Vocabulary", "Schema", "Platform", "Crypto", "TestSupport"]),
        tests(
            "Imaging", ["Imaging", "Pictures", "Vocabulary", "Platform", "Crypto", "Zlib", "Corpora", "TestSupport"],
            exclude: ["Fixtures"]
        ),
        tests(
            "Backends",
            [
                "Backends", "LiteRT", "Imaging", "Pictures", "Vocabulary", "Curl", "JSON", "Platform", "Crypto",
                "TestSupport",
            ]),
        tests("Accounting", ["Accounting", "Vocabulary", "TestSupport"]),
        tests("Logging", ["Logging", "Vocabulary", "Crypto", "Platform", "TestSupport"]),
        tests("Invoices", ["Invoices", "Vocabulary", "Corpora", "TestSupport"]),
        tests(
            "SQLiteStore",
            [
                "Storage", "Accounting", "SQLiteStore", "SQLite", "Schema", "Vocabulary", "Platform", "Crypto",
                "TestSupport", "StorageConformance", "StoreProbe", "storeagent",
            ]),
        tests(
            "Runner",
            [
                "Runner", "Backends", "Catalog", "Planning", "Storage", "SQLiteStore", "StoreProbe", "Manifest",
                "Vocabulary",
                "Platform", "Crypto", "TestSupport",
            ]),
        tests(
            "Commands",
            ["Commands", "Reporting", "Runner", "Storage", "SQLiteStore", "Vocabulary", "Platform", "TestSupport"],
            exclude: ["Golden"]),
        tests(
            "EndToEnd",
            [
                "cairn", "fuzz", "Storage", "SQLiteStore", "StoreProbe", "Vocabulary", "Zlib", "Pictures", "Platform",
                "TestSupport",
            ]),
    ],
    swiftLanguageModes: [.v6]
)
