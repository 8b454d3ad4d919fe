// swift-tools-version: 6.2
// The modules. Imports point down only; Scripts/check-imports checks it.
import PackageDescription

/// Every target of ours: Swift 6, no warnings, and C may be touched only where `unsafe` is written.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

/// The same for loops over every pixel: optimized in debug builds, too, where a photograph would take seconds in place of
/// milliseconds; what they check they check all the same.
let fast = strict + [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))]

/// A C library behind a module map and a commented shim.
func systemLibrary(_ name: String, pkgConfig: String? = nil, package: String? = nil) -> Target {
    .systemLibrary(
        name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig,
        providers: package.map { [.apt([$0])] })
}

/// One module, in the layer it belongs to.
func module(
    _ layer: String, _ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = [],
    settings: [SwiftSetting] = strict
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(layer)/\(name)", resources: resources,
        swiftSettings: settings)
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

/// For what makes millions of inputs and judges the results: optimized in debug builds, too.
let fuzzing = testing + [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))]

/// What stands between tests and a store: it speaks the contract, and names its imports as the program does.
let suite = testing + [.enableUpcomingFeature("InternalImportsByDefault")]

let package = Package(
    name: "cairn",
    targets: [
        // System: Swift over C; knows nothing of jobs.
        systemLibrary("CPlatform"),
        systemLibrary("CSQLite", pkgConfig: "sqlite3", package: "libsqlite3-dev"),
        systemLibrary("CTurboJPEG", pkgConfig: "libturbojpeg", package: "libturbojpeg0-dev"),
        systemLibrary("CPNG", pkgConfig: "libpng", package: "libpng-dev"),
        systemLibrary("CWebP", pkgConfig: "libwebp", package: "libwebp-dev"),
        systemLibrary("CHEIF", package: "libheif-dev"),
        systemLibrary("CGIF", package: "libgif-dev"),
        systemLibrary("CTIFF", package: "libtiff-dev"),
        systemLibrary("CLiteRT"),
        systemLibrary("CTesseract"),
        systemLibrary("CXMP"),
        systemLibrary("CCrypto", pkgConfig: "libcrypto", package: "libssl-dev"),
        systemLibrary("CYAML", package: "libyaml-dev"),
        systemLibrary("CExpat", pkgConfig: "expat", package: "libexpat1-dev"),
        systemLibrary("CZlib", pkgConfig: "zlib", package: "zlib1g-dev"),
        systemLibrary("CCurl", package: "libcurl4-openssl-dev"),
        .target(
            name: "CDemo", path: "Jobs/demo", exclude: ["README.md", "pictures", "scenes.tflite"], sources: ["files.S"],
            cSettings: [.headerSearchPath(".")]),
        module("System", "Text"),
        module("System", "Platform", ["CPlatform", "Text"]),
        module("System", "SQLite", ["CSQLite", "Text"]),
        module(
            "System", "Pictures",
            [
                "CTurboJPEG", "CPNG", "CWebP", "CHEIF", "CGIF", "CTIFF", "CPlatform", "Platform", "Crypto", "Zlib",
                "Text",
            ], settings: fast),
        module("System", "LiteRT", ["CLiteRT", "CPlatform", "Platform", "Zlib", "Text"]),
        module("System", "Tesseract", ["CTesseract", "Platform"]),
        module("System", "Crypto", ["CCrypto", "Platform", "Text"]),
        module("System", "YAML", ["CYAML"]),
        module("System", "XML", ["CExpat"]),
        module("System", "XMP", ["CXMP"]),
        module("System", "Zlib", ["CZlib"]),
        module("System", "JSON", ["Text"]),
        module("System", "Regexp"),
        module("System", "Demo", ["CDemo", "Platform"]),
        module("System", "Curl", ["CCurl", "Platform", "Text"]),

        // Domain: the words that every component shares, and the SQL.
        .target(
            name: "Domain", dependencies: ["Platform", "Crypto", "Text"], path: "Sources/Domain", swiftSettings: strict),
        .target(
            name: "Schema", path: "Schema",
            resources: [
                .embedInCode("README.md"), .embedInCode("questions.sql"), .embedInCode("Migrations"),
                .embedInCode("prices.sql"), .embedInCode("views.sql"),
                .embedInCode("objects.txt"), .embedInCode("job.schema.json"), .embedInCode("plan.schema.json"),
            ],
            swiftSettings: strict),

        // Components: each knows the domain and the system, not its neighbours.
        module("Components", "Manifest", ["Domain", "YAML", "Platform", "Crypto", "Text"]),
        module("Components", "Catalog", ["Domain", "Platform", "Crypto", "Text"]),
        module("Components", "Fetching", ["Services", "Domain", "Imaging", "Curl", "Platform", "Crypto"]),
        module("Components", "Planning", ["Domain", "JSON", "Platform", "Crypto", "Text"]),
        module("Components", "Imaging", ["Domain", "Pictures", "Platform", "Crypto", "Text"]),
        module("Components", "Services", ["Domain", "Curl", "JSON", "Platform", "Crypto", "Text"]),
        module(
            "Components", "Backends",
            [
                "Services", "ShortAnswers", "Domain", "LiteRT", "Tesseract", "Curl", "JSON", "Zlib", "Platform",
                "Crypto", "Text",
            ]),
        module(
            "Components", "ModelHosting",
            ["Services", "Domain", "LiteRT", "Curl", "JSON", "XML", "Platform", "Crypto", "Text"]),
        module("Components", "Invoices", ["Domain", "Text"]),
        module("Components", "Evaluation", ["JSON"]),
        module("Components", "ShortAnswers", ["Domain", "JSON", "Text"]),
        module("Components", "Logging", ["Domain", "Platform", "Crypto", "Text"]),
        module("Components", "Storage", ["Domain", "Platform", "Crypto", "Zlib"]),
        module(
            "Components", "Report", ["Domain", "JSON", "XMP", "Platform", "Crypto", "Zlib", "Text"],
            resources: [.embedInCode("Page")]),
        module("Components", "Accounting", ["Domain"]),
        module(
            "Components", "SQLiteStore",
            [
                "Storage", "Accounting", "Planning", "Domain", "Schema", "SQLite", "JSON", "Regexp", "Platform",
                "Crypto", "Zlib", "Text",
            ]),

        // Application: Submitting queues, Working asks and records, Nights does both, Reporting only reads.
        module(
            "Application", "Submitting",
            [
                "Catalog", "Fetching", "Imaging", "Planning", "ModelHosting", "Backends", "Services", "Logging",
                "Storage", "Domain", "Platform", "Crypto", "Text",
            ]),
        module(
            "Application", "Working",
            [
                "Manifest", "Fetching", "Imaging", "Planning", "ModelHosting", "Backends", "Services", "Logging",
                "Storage", "Domain", "Platform", "Crypto", "Text",
            ]),
        module(
            "Application", "Nights",
            ["Submitting", "Working", "Planning", "Storage", "ModelHosting", "Logging", "Domain", "Platform"]),
        module(
            "Application", "Reporting",
            [
                "Storage", "ModelHosting", "Backends", "Services", "Catalog", "Domain", "Curl", "Pictures", "Crypto",
                "Platform",
            ]),

        module(
            "Application", "Exporting",
            [
                "Report", "Storage", "Fetching", "Imaging", "Domain", "Pictures", "JSON", "XMP", "Platform", "Crypto",
                "Zlib",
                "Text",
            ]),

        // CLI: flags in; words and exit codes out.
        module(
            "CLI", "Commands",
            [
                "Submitting", "Working", "Nights", "Reporting", "Exporting", "Report", "Manifest", "Catalog",
                "Planning",
                "Invoices",
                "ShortAnswers", "Evaluation", "Accounting", "Logging",
                "Storage", "ModelHosting", "Backends", "Services", "Schema", "Domain", "JSON", "Platform", "Crypto",
                "Demo",
                "Text",
            ]),
        .executableTarget(
            name: "cairn", dependencies: ["Commands", "SQLiteStore", "Platform"], path: "Sources/cairn",
            exclude: ["Link"], swiftSettings: strict,
            linkerSettings: [
                // Libraries of C++ that Swift's own runtime needs go into the program: see Link.
                .unsafeFlags(
                    ["-L\(Context.packageDirectory)/Sources/cairn/Link", "-Xclang-linker", "-static-libgcc"],
                    .when(configuration: .release))
            ]),

        // Benchmarks: what the program is measured against.
        .executableTarget(
            name: "ceiling", dependencies: ["Backends", "Imaging", "Domain", "Platform"],
            path: "Benchmarks/Ceiling", swiftSettings: strict),
        .executableTarget(
            name: "cost", dependencies: ["Pictures", "Platform"], path: "Benchmarks/Cost", swiftSettings: strict),
        .executableTarget(
            name: "digests", dependencies: ["Imaging", "Domain", "Platform"], path: "Benchmarks/Digests",
            swiftSettings: strict),
        .executableTarget(
            name: "books", dependencies: ["Storage", "SQLiteStore", "Domain", "Platform"], path: "Benchmarks/Books",
            swiftSettings: strict),

        .executableTarget(
            name: "decoding", dependencies: ["Corpora", "Pictures", "Platform"], path: "Benchmarks/Decoding",
            swiftSettings: fuzzing),

        // Tests.
        support("TestSupport", path: "Tests/Support", ["Platform", "Domain", "Crypto", "Curl"]),
        support(
            "StorageConformance", path: "Tests/StorageConformance/Suite",
            ["Storage", "Domain", "Platform", "Crypto", "TestSupport"], settings: suite),
        support(
            "StoreProbe", path: "Tests/StorageConformance/Probe",
            ["StorageConformance", "SQLite", "Domain", "Platform"], settings: suite),
        .executableTarget(
            name: "storeagent",
            dependencies: [
                "Storage", "SQLiteStore", "StorageConformance", "StoreProbe", "Domain", "Platform", "TestSupport",
            ],
            path: "Tests/StorageConformance/Agent", swiftSettings: suite),
        support(
            "Corpora", path: "Tests/Corpora", ["CTurboJPEG", "Pictures", "Platform", "YAML", "Zlib", "TestSupport"],
            settings: fuzzing),
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "Backends", "Services", "Imaging", "Manifest", "Invoices", "Pictures", "YAML", "Curl", "Zlib",
                "Domain", "Platform", "TestSupport", "Corpora",
            ],
            path: "Tests/Fuzz/Program", swiftSettings: fuzzing),
        .executableTarget(
            name: "modelagent", dependencies: ["ModelHosting", "Services", "Domain", "Crypto", "Platform", "Text"],
            path: "Tests/ModelAgent", swiftSettings: testing),
        tests("Text", ["Text", "TestSupport"]),
        tests("Platform", ["Platform", "Text", "TestSupport"]),
        tests("SQLite", ["SQLite"]),
        tests("Pictures", ["Corpora", "Pictures", "Platform", "Crypto", "TestSupport"], exclude: ["Fixtures"]),
        tests("LiteRT", ["LiteRT", "Zlib", "Platform", "TestSupport"]),
        tests("Tesseract", ["Tesseract", "Platform", "TestSupport"]),
        tests("YAML", ["YAML", "TestSupport"]),
        tests("Crypto", ["Crypto", "Platform", "Text", "TestSupport"]),
        tests("JSON", ["JSON", "TestSupport"]),
        tests("Regexp", ["Regexp", "TestSupport"]),
        tests("Curl", ["Curl", "Zlib", "Platform", "TestSupport"], exclude: ["tls_server.py"]),
        tests("Domain", ["Domain", "Platform", "Crypto", "TestSupport"]),
        tests(
            "Manifest", ["Manifest", "Domain", "YAML", "Platform", "Crypto", "Schema", "Corpora", "TestSupport"]),
        tests("Catalog", ["Catalog", "Domain", "Platform", "Crypto", "TestSupport"]),
        tests("Fetching", ["Fetching", "Imaging", "Domain", "Platform", "Crypto", "TestSupport"]),
        tests("Planning", ["Planning", "Domain", "Schema", "Platform", "Crypto", "TestSupport"]),
        tests(
            "Imaging", ["Imaging", "Pictures", "Domain", "Platform", "Crypto", "Zlib", "Corpora", "TestSupport"],
            exclude: ["Fixtures"]
        ),
        tests(
            "Services",
            ["Services", "Domain", "Curl", "JSON", "Platform", "Crypto", "Text", "TestSupport"]),
        tests(
            "Backends",
            [
                "Backends", "Services", "LiteRT", "Tesseract", "Imaging", "Pictures", "Domain", "Curl", "JSON",
                "Platform",
                "Crypto", "Text", "TestSupport", "cairn",
            ]),
        tests(
            "ModelHosting",
            [
                "ModelHosting", "modelagent", "Services", "Domain", "Curl", "Platform", "Crypto", "Text", "TestSupport",
            ]),
        tests("Report", ["Report", "Domain", "JSON", "Platform", "Crypto", "Text", "TestSupport"]),
        tests("Exporting", ["Exporting", "Domain", "Platform", "TestSupport"]),
        tests("Accounting", ["Accounting", "Domain", "Text", "TestSupport"]),
        tests("Logging", ["Logging", "Domain", "Crypto", "Platform", "TestSupport"]),
        tests("Invoices", ["Invoices", "Domain", "Corpora", "TestSupport"]),
        tests("Evaluation", ["Evaluation", "TestSupport"]),
        tests("ShortAnswers", ["ShortAnswers", "Domain", "JSON", "TestSupport"]),
        tests(
            "SQLiteStore",
            [
                "Storage", "Accounting", "SQLiteStore", "SQLite", "Schema", "Domain", "Platform", "Crypto",
                "TestSupport", "StorageConformance", "StoreProbe", "storeagent",
            ]),
        support(
            "JobBench", path: "Tests/JobBench",
            [
                "Submitting", "Working", "Backends", "Services", "Manifest", "Storage", "SQLiteStore", "Domain",
                "Platform", "TestSupport",
            ]),
        tests(
            "Submitting",
            [
                "JobBench", "Submitting", "Working", "Backends", "Catalog", "Fetching", "Planning", "Storage",
                "SQLiteStore", "StoreProbe", "Manifest", "Domain", "Platform", "Crypto", "TestSupport",
            ]),
        tests(
            "Working",
            [
                "JobBench", "Working", "Submitting", "Backends", "Services", "Manifest", "Fetching", "Planning",
                "Storage", "SQLiteStore", "Domain", "Platform", "Crypto", "Curl", "JSON", "TestSupport",
            ]),
        tests(
            "Nights",
            [
                "JobBench", "Nights", "Submitting", "Working", "Planning", "Storage", "SQLiteStore", "Domain",
                "Platform", "TestSupport",
            ]),
        tests(
            "Commands",
            [
                "JobBench", "Commands", "Backends", "Services", "Catalog", "Crypto", "Manifest", "Nights", "Reporting",
                "Submitting", "Working", "Storage", "SQLiteStore", "Schema", "Domain", "Platform", "Text", "YAML",
                "Corpora",
                "TestSupport",
            ],
            exclude: ["Golden"]),
        tests(
            "EndToEnd",
            [
                "cairn", "fuzz", "Backends", "Services", "Storage", "SQLiteStore", "StoreProbe", "Report", "Domain",
                "Zlib",
                "Pictures", "Demo", "XMP",
                "Platform", "Crypto", "Text", "TestSupport",
            ]),
    ],
    swiftLanguageModes: [.v6]
)
