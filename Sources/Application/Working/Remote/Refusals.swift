/// Images that a service refused in the same words before it ever took one: the job's settings may be to blame.
struct Refusals {
    private var words: String?
    private var count = 0
    private var hasTaken = false

    /// Takes in that the service took an image.
    mutating func take() {
        hasTaken = true
    }

    /// Takes in that images were refused, and answers how many were so, one after the other, in these words.
    mutating func refuse(_ images: Int, saying words: String) -> Int {
        guard !hasTaken else { return 0 }
        if words != self.words { count = 0 }
        self.words = words
        count += images
        return count
    }
}
