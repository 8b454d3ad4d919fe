package import Domain

/// The cap that would stop a plan first, and where.
///
/// A cap is held as the store holds it: an image is asked about only where all its units fit below every cap, in the
/// order of the images. Another day's or month's caps are not looked at.
package struct CapForecast: Equatable, Sendable {
    /// Images in a row that cost the same.
    package struct Group: Equatable, Sendable {
        /// How many images.
        package var images: Int
        /// Units of each.
        package let units: Int
        /// The most that each can cost; nil without a price, and then no cap in money has room for it.
        package let microDollars: Int64?

        /// Some images; numbers below 0 count as 0.
        package init(images: Int, units: Int, microDollars: Int64?) {
            self.images = max(0, images)
            self.units = max(0, units)
            self.microDollars = microDollars.map { max(0, $0) }
        }
    }

    /// The caps that have no room for the next image, in the order in which they were given; never empty.
    package let caps: [CapUsage]
    /// Images that are asked about before.
    package let imagesBefore: Int
    package let imagesLeft: Int

    /// The cap that is named first.
    package var cap: CapUsage { caps[0] }

    /// When all these caps have opened; nil where one of them does not open by itself.
    package var opensAt: Timestamp? {
        var latest: Timestamp?
        for cap in caps {
            guard let opensAt = cap.opensAt else { return nil }
            latest = max(latest ?? opensAt, opensAt)
        }
        return latest
    }

    /// A forecast; nil where no cap stops the plan.
    ///
    /// - Parameters:
    ///   - caps: each cap with what counts against it before the plan.
    ///   - groups: the plan's images in their order.
    package init?(_ caps: [CapUsage], groups: some Sequence<Group>) {
        var room = caps.map(Room.init)
        var before = 0
        var left = 0
        var stops: [CapUsage] = []
        for group in groups where group.images > 0 {
            guard stops.isEmpty else {
                left = left.saturatingAdd(group.images)
                continue
            }
            let fitting = min(group.images, room.map { $0.images(of: group) }.min() ?? group.images)
            before = before.saturatingAdd(fitting)
            for index in room.indices { room[index].reserve(fitting, of: group) }
            if fitting < group.images {
                left = group.images - fitting
                stops = zip(caps, room).filter { $0.1.images(of: group) == 0 }.map(\.0)
            }
        }
        guard !stops.isEmpty else { return nil }
        self.caps = stops
        imagesBefore = before
        imagesLeft = left
    }

    /// What is left below a cap; below 0 where the cap was lowered since.
    private struct Room {
        private var units: Int?
        private var microDollars: Int64?

        init(_ usage: CapUsage) {
            units = usage.cap.units.map { $0.saturatingAdd(-max(0, usage.units)) }
            microDollars = usage.cap.microDollars.map { $0.saturatingAdd(-max(0, usage.microDollars)) }
        }

        /// How many images of a group there is room for.
        func images(of group: Group) -> Int {
            var images = Int.max
            if let units { images = min(images, count(units, by: group.units)) }
            if let microDollars {
                images = min(images, group.microDollars.map { count(Int(microDollars), by: Int($0)) } ?? 0)
            }
            return images
        }

        mutating func reserve(_ images: Int, of group: Group) {
            units = units.map { $0.saturatingAdd(-group.units.saturatingMultiply(images)) }
            microDollars = microDollars.map {
                $0.saturatingAdd(-(group.microDollars ?? 0).saturatingMultiply(Int64(images)))
            }
        }

        private func count(_ left: Int, by cost: Int) -> Int {
            if left < 0 { return 0 }
            return cost == 0 ? .max : left / cost
        }
    }
}
