internal import Backends
internal import Platform
internal import Reporting
internal import Storage
internal import Vocabulary

/// `cairn doctor`: looks whether everything is there and the store is sound.
enum DoctorCommand {
    struct Options: Sendable {}

    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "doctor", "checks libraries, and the store's integrity and sums",
            items: [], defaults: Options()
        ) { call, console in
            let place = Workplace(call.common, console, stores)
            return place.attempt { () throws(Stop) in
                let doctor = Doctor(libraryPlaces: place.surroundings().libraryPlaces)
                var findings = doctor.lookAtLibraries()
                var code = findings.allSatisfy { $0.severity == .ok } ? ExitCode.done : .backend
                do throws(StoreError) {
                    let store = try stores.open(call.common.store, for: .read, clock: place.clock)
                    findings += try doctor.look(at: store)
                } catch {
                    findings.append(.init(severity: .broken, subject: "store", detail: Message(error).sentence))
                }
                if findings.contains(where: { $0.severity == .broken }) { code = .store }
                place.write(
                    ["severity", "subject", "detail"],
                    findings.map { [.text($0.severity.rawValue), .text($0.subject), .text($0.detail)] })
                if code != .done {
                    let bad = findings.filter { $0.severity != .ok }.map { "\($0.subject): \($0.detail)" }
                    place.narrator.warn("cairn: \(bad.joined(separator: "; "))")
                }
                return code
            }
        }
    }
}
