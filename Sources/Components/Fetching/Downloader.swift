internal import Curl
internal import Services
package import Platform
package import Domain

/// Fetches files from the web; one thread at a time.
///
/// Its requests name no program and no user.
package final class Downloader {
    private let settings: DownloadSettings
    /// Made at the first download: most jobs have none.
    private lazy var client = HTTPClient(certificates: settings.certificates)

    /// A downloader, which connects at the first download.
    package init(_ settings: DownloadSettings) { self.settings = settings }

    /// Fetches a file, unless the server says that it is as it was known.
    package func fetch(_ address: FilePath, knownAs known: ListedFile? = nil) throws(Failure) -> DownloadResult {
        if let known, let now = inspect(address), now.isSurelyStill(known) { return .unchanged(now) }
        let response: HTTPResponse
        do throws(HTTPError) {
            response = try send(.get, address)
        } catch {
            throw Failure(fetching: error, limit: settings.limit)
        }
        if let failure = Failure(fetching: response.status) { throw failure }
        return .content(response.body, ListedFile(at: address, bytes: Int64(response.body.count), response))
    }

    /// What the server says of a file; nil where it says nothing that helps, and the file itself is asked for.
    private func inspect(_ address: FilePath) -> ListedFile? {
        guard let response = try? send(.head, address), response.status == 200,
            let length = response.header("Content-Length").flatMap({ Int64($0) })
        else { return nil }
        return ListedFile(at: address, bytes: length, response)
    }

    private func send(_ method: HTTPRequest.Method, _ address: FilePath) throws(HTTPError) -> HTTPResponse {
        var request = HTTPRequest(method, String(decoding: address.bytes, as: UTF8.self))
        request.maxResponseBytes = settings.limit
        request.totalMilliseconds = Int(settings.timeout.milliseconds)
        request.minBytesPerSecond = minDownloadRate
        do throws(HTTPError) {
            return try client.perform(request)
        } catch {
            // A server may end a connection at any moment; to read once more does no harm.
            guard error.kind == .cut else { throw error }
            return try client.perform(request)
        }
    }
}
