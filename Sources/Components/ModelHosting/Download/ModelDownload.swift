internal import Curl
internal import Domain
internal import LiteRT
internal import Platform
internal import Services

/// One GET of a version's bytes, behind those that earlier tries brought.
final class ModelDownload {
    /// What came of it.
    enum Outcome {
        /// The version that is here is the newest.
        case notModified
        /// All bytes are here, to be checked.
        case whole
    }

    /// How many bytes came over the network.
    private(set) var received: Int64 = 0
    /// Whether bytes of an earlier try were kept.
    private(set) var isContinued = false
    private let served: HostedVersion
    private let partial: PartialDownload
    private let client: ServiceClient
    private let limits: DownloadLimits
    private let report: (ModelEvent) -> Void
    private let started: Int64
    private var lastReport: Int64
    private var hasBegun = false
    /// The same, for the thread that asks whether to go on.
    private let hasAnswered = Monitor(false)
    private var failure: ServiceFailure?
    /// Whether the server answered another part than was asked for.
    private var isWrongPart = false

    init(
        _ served: HostedVersion, into partial: PartialDownload, by client: ServiceClient, _ limits: DownloadLimits,
        report: @escaping (ModelEvent) -> Void
    ) {
        self.served = served
        self.partial = partial
        self.client = client
        self.limits = limits
        self.report = report
        started = monotonicMilliseconds()
        lastReport = started
    }

    /// Downloads until the end, or until it fails; what came stays for the next try.
    func run() throws(ServiceFailure) -> Outcome {
        let rest = partial.bytes
        let asksAgain = rest > 0 && served.version == nil && partial.label?.total == rest
        let response: HTTPResponse
        do throws(HTTPError) {
            let receiver: HTTPReceiver = { [self] head, piece in receive(piece, head, behind: rest) }
            response = try HTTPClient(certificates: client.environment.certificates)
                .download(request(behind: rest, isWhole: asksAgain), receiver: receiver)
        } catch {
            throw failed(error)
        }
        switch response.status {
        case 200, 206:
            // Of an empty body no piece was taken.
            if !hasBegun { try restart(response) }
            return .whole
        case 304: return asksAgain && confirms(response) ? .whole : .notModified
        case 416:
            try restart(nil)
            throw ServiceFailure(
                .unreachable(source: client.source, reason: "the file has changed meanwhile"), .passing)
        default: throw refused(response)
        }
    }

    private func request(behind rest: Int64, isWhole: Bool) -> HTTPRequest {
        var request = served.request
        let left = max(1, ModelFile.maximumBytes - rest)
        request.maxResponseBytes = Int(left)
        request.maxIdleSeconds = limits.idleSeconds
        request.minBytesPerSecond = Int(limits.slowest)
        request.totalMilliseconds = Int(limits.time.milliseconds)
        let stop = client.stop
        let (hasAnswered, started) = (hasAnswered, started)
        let patience = limits.hasOther ? limits.patience.milliseconds : Int64.max
        request.isCancelled = {
            stop() != nil || monotonicMilliseconds() - started >= patience && !hasAnswered.with { $0 }
        }
        var tags: [String] = []
        if let known = served.known {
            if isDate(known) {
                request.headers.append(HTTPHeader("If-Modified-Since", known))
            } else {
                tags.append(known)
            }
        }
        if isWhole, let validator = partial.label?.validator {
            if isDate(validator) {
                // Behind the end there is nothing to ask for: the answer is 416, or the new file.
                request.headers.append(HTTPHeader("If-Unmodified-Since", validator))
            } else {
                tags.append(validator)
            }
        } else if rest > 0 {
            request.headers.append(HTTPHeader("Range", "bytes=\(rest)-"))
            if let validator = partial.label?.validator { request.headers.append(HTTPHeader("If-Range", validator)) }
        }
        if !tags.isEmpty { request.headers.append(HTTPHeader("If-None-Match", tags.joined(separator: ", "))) }
        return request
    }

    /// Whether "not modified" means the download, and not the version that is here.
    private func confirms(_ response: HTTPResponse) -> Bool {
        guard let tag = response.header("ETag") else { return served.known == nil }
        return tag == partial.label?.validator
    }

    /// Takes the next bytes; false ends the download.
    private func receive(_ piece: Span<UInt8>, _ head: HTTPResponse, behind rest: Int64) -> Bool {
        if !hasBegun {
            do throws(ServiceFailure) { try begin(head, behind: rest) } catch {
                failure = error
                return false
            }
            guard !isWrongPart else { return false }
        }
        do throws(SystemError) { try partial.append(piece) } catch {
            failure = ServiceFailure(.cache(error))
            return false
        }
        received += Int64(piece.count)
        let now = monotonicMilliseconds()
        if now - lastReport >= 1000 {
            lastReport = now
            report(
                .progress(
                    source: client.source, bytes: partial.bytes, of: served.bytes ?? partial.label?.total,
                    bytesPerSecond: received * 1000 / max(1, now - started)))
        }
        return keepPace()
    }

    /// Waits until the bytes that came are no more than the manifest's rate allows; false where the download is to end.
    ///
    /// libcurl's own limit allows for bursts of a second and more.
    private func keepPace() -> Bool {
        guard let rate = limits.rate else { return client.stop() == nil }
        let due = started + received * 1000 / max(1, rate)
        while client.stop() == nil {
            let left = due - monotonicMilliseconds()
            if left <= 0 { return true }
            pauseThread(milliseconds: min(left, 200))
        }
        return false
    }

    /// Looks at what the server says before the first byte.
    private func begin(_ head: HTTPResponse, behind rest: Int64) throws(ServiceFailure) {
        hasBegun = true
        hasAnswered.with { $0 = true }
        if head.status == 206 {
            let range = head.header("Content-Range").flatMap(ContentRange.init)
            guard let range, range.start == rest,
                range.total == nil || range.total == partial.label?.total ?? range.total
            else {
                isWrongPart = true
                return
            }
            isContinued = rest > 0
        } else {
            try restart(head)
        }
        let total = served.bytes ?? partial.label?.total
        if let total {
            guard total <= ModelFile.maximumBytes else { throw ServiceFailure(tooLarge) }
            if let announced = partial.label?.total, announced != total {
                throw ServiceFailure(
                    .mismatch(
                        source: client.source, what: "size", expected: "\(total) bytes", actual: "\(announced) bytes"))
            }
            if let free = freeBytes(in: partial.path.directory), free < total - partial.bytes {
                throw ServiceFailure(.cache(.diskFull(partial.path)))
            }
        }
        report(.started(source: client.source, resumedAt: isContinued ? rest : 0, of: total))
    }

    /// Begins with the first byte, of the file that a response brings.
    private func restart(_ response: HTTPResponse?) throws(ServiceFailure) {
        var label: PartialDownload.Label?
        if let response {
            // A weak ETag does not promise the same bytes.
            let tag = response.header("ETag").flatMap { $0.hasPrefix("W/") ? nil : $0 }
            label = PartialDownload.Label(
                version: served.version, validator: tag ?? response.header("Last-Modified"),
                name: served.version ?? response.header("ETag") ?? response.header("Last-Modified"),
                total: response.header("Content-Length").flatMap { Int64($0) })
        }
        do throws(HostingError) { try partial.restart(as: label) } catch { throw ServiceFailure(error) }
    }

    private func failed(_ error: HTTPError) -> ServiceFailure {
        if let failure { return failure }
        if isWrongPart {
            do throws(HostingError) { try partial.restart(as: nil) } catch { return ServiceFailure(error) }
            return ServiceFailure(
                .unreachable(source: client.source, reason: "\(error.host) sent another part than was asked for"),
                .passing
            )
        }
        if error.kind == .tooLarge { return ServiceFailure(tooLarge) }
        if limits.hasOther, !hasBegun, client.stop() == nil,
            monotonicMilliseconds() - started >= limits.patience.milliseconds
        {
            return ServiceFailure(
                .unreachable(
                    source: client.source, reason: "no answer within \(limits.patience.milliseconds / 1000) seconds"))
        }
        // libcurl's clock may be a moment ahead.
        let isOver = monotonicMilliseconds() - started + 100 >= limits.time.milliseconds
        if error.kind == .timeout, isOver, client.stop() == nil {
            let seconds = limits.time.milliseconds / 1000
            return ServiceFailure(
                .stopped(source: client.source, reason: "it took longer than \(seconds) seconds"))
        }
        return client.failure(error)
    }

    private func refused(_ response: HTTPResponse) -> ServiceFailure {
        let isOver = served.expires.map { $0 <= client.environment.clock.now() } ?? false
        let failure = client.failure(response, hiding: served.secrets, advice: served.advice)
        guard served.expires != nil, [400, 403].contains(response.status),
            isOver || element("Code", of: response.body) == "ExpiredToken"
        else { return failure }
        return ServiceFailure(failure.error, .expired)
    }

    private var tooLarge: HostingError { .tooLarge(source: client.source, limit: ModelFile.maximumBytes) }
}

/// Whether the name of a version is a date (`Last-Modified`) and no ETag.
private func isDate(_ name: String) -> Bool { Timestamp(httpDate: name) != nil }
