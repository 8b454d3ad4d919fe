import Crypto
import Platform
import Storage
import Testing
import Domain

@testable import Submitting

@Suite("Members of which no name was seen") struct UnseenMembersTests {
    private func member(_ image: Int64, isMissing: Bool = false) -> UnseenImage {
        UnseenImage(image: ImageID(image), digest: Digest(of: ""), path: PathID(image), names: [], isMissing: isMissing)
    }

    @Test func `a picture that is marked as missing is not marked twice, and its symbols are not read`() {
        let unseen = UnseenMembers([
            (member(1), .missing(ImageID(1), names: [])), (member(2, isMissing: true), .missing(ImageID(2), names: [])),
            (member(3), .removed(ImageID(3))), (member(4, isMissing: true), .removed(ImageID(4))),
            (member(5), .replaced(ImageID(5))),
        ])
        #expect(unseen.missing == 1)
        #expect(unseen.removed == 2 && unseen.replaced == 1)
        #expect(unseen.images == [ImageID(1), ImageID(2)])
        #expect(UnseenMembers([]).images.isEmpty)
    }
}
