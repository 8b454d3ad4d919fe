package import Domain

extension HostedModel {
    /// Its name as views, lists, messages and logs have it: what the manifest leaves to the app's property list is read
    /// there, as far as it can be.
    package var fullName: String {
        let app = app.flatMap { try? AppIdentity($0) }
        return name(project: app?.project, bucket: app?.bucket)
    }
}
