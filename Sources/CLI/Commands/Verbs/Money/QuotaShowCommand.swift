internal import Storage
internal import Domain

/// `cairn quota show`: units and dollars by account, month and feature, and what the caps leave.
enum QuotaShowCommand {
    struct Options: Sendable {
        var account: String?
    }

    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "quota show", "shows units and dollars by account, month and feature, and what the caps leave",
            details: [
                "The caps are those of today and of this month, by the vendor's clock (Pacific time)."
            ],
            items: [.option("account", \.account, "NAME", "only this account; default all")], defaults: Options()
        ) { call, console in
            let context = CommandContext(call.common, console, stores)
            return context.attempt { () throws(CommandFailure) in
                let store = try context.open(for: .read)
                try QuotaReport(context, store).show(of: call.options.account)
                return .done
            }
        }
    }
}
