internal import Planning
internal import Storage
internal import Domain

/// What it costs to ask images again.
struct RetryPrice {
    private let prices: PriceList
    private let cost: CostEstimate

    /// What some runs cost, by the prices and the month's units in the store.
    init(of retries: [RunRetry], in reports: any Reports) throws(StoreError) {
        var account: String?
        var isBilled = false
        if let run = retries.last?.run {
            account = try reports.accounts(of: run).last
            let job = try reports.manifest(of: run).flatMap(CommandContext.job)
            isBilled = job?.isBilled ?? (account != nil)
        }
        let used = try account.map { account throws(StoreError) in
            try reports.use(of: account, month: VendorDay(of: reports.now).monthKey)
        }
        self.init(retries, prices: isBilled ? PriceList(try reports.prices()) : .unbilled, used: used ?? [])
    }

    /// What some runs cost by these prices, after what the month has used.
    init(_ retries: [RunRetry], prices: PriceList = .unbilled, used: [FeatureUse] = []) {
        self.prices = prices
        cost = CostEstimate(RetryPrice.asks(of: retries), prices: prices, used: used)
    }

    /// Whether units cost anything.
    var isBilled: Bool { prices.isBilled }

    /// `40 units, up to $0.06 ($0.00 if the month's free units are yours)`.
    var words: String {
        let units = HumanFormat.count(cost.units, "unit")
        guard let low = cost.minMicroDollars, let high = cost.maxMicroDollars else {
            return "\(units) of unknown price"
        }
        return "\(units), \(HumanFormat.cost(low: low, high: high))"
    }

    /// The values of `RetryCommand.columns` for one run.
    func cells(of retry: RunRetry) -> [Cell] {
        let own = CostEstimate(RetryPrice.asks(of: [retry]), prices: prices)
        let cost = own.maxMicroDollars.map(Cell.dollars) ?? .null
        return [.integer(retry.run.value), Cell(retry.images), Cell(own.units), cost]
    }

    private static func asks(of retries: [RunRetry]) -> [FeatureAsk] {
        retries.flatMap { $0.queue.parts.map { FeatureAsk($0.features, images: $0.images) } }
    }
}
