import PlaybackRules
import Testing

/// What next, previous and the natural end do in each mode, and how the list may change meanwhile.
struct PlaybackOrderTests {
    /// Moves (n next, p previous, a the natural end) and what they gave; `-` for nothing.
    struct Walk: CustomTestStringConvertible, Sendable {
        let name: String
        let mode: PlaybackMode
        let start: Int
        let moves: String
        let heard: String
        var list = "abc"

        var testDescription: String { name }
    }

    @Test(arguments: [
        Walk(
            name: "sequence goes to the end and stops", mode: .sequence, start: 0,
            moves: "aaaa", heard: "bc--"),
        Walk(name: "sequence by hand", mode: .sequence, start: 1, moves: "nnpppn", heard: "c-ba-b"),
        Walk(
            name: "repeat-all wraps at the end", mode: .repeatAll, start: 1,
            moves: "aaaa", heard: "cabc"),
        Walk(
            name: "repeat-all wraps backwards", mode: .repeatAll, start: 0,
            moves: "ppn", heard: "cbc"),
        Walk(
            name: "repeat-all of one", mode: .repeatAll, start: 0, moves: "anp", heard: "aaa",
            list: "a"),
        Walk(
            name: "repeat-one repeats by itself", mode: .repeatOne, start: 1,
            moves: "aaa", heard: "bbb"),
        Walk(
            name: "repeat-one goes on by hand", mode: .repeatOne, start: 1,
            moves: "nanpa", heard: "cc-bb"),
        Walk(name: "once stops by itself", mode: .once, start: 0, moves: "aa", heard: "--"),
        Walk(name: "once goes on by hand", mode: .once, start: 0, moves: "nanp", heard: "b-cb"),
        Walk(
            name: "shuffle of one never repeats it", mode: .shuffle, start: 0,
            moves: "anp", heard: "---", list: "a"),
        Walk(
            name: "shuffle of two alternates", mode: .shuffle, start: 0,
            moves: "aaannpppn", heard: "babab" + "abab", list: "ab"),
        Walk(
            name: "an empty list gives nothing", mode: .repeatAll, start: 0,
            moves: "anp", heard: "---", list: ""),
        Walk(
            name: "a start outside the list stands before it", mode: .sequence, start: 7,
            moves: "pnn", heard: "-ab"),
    ])
    func walk(_ walk: Walk) {
        var order = order(walk.list, at: walk.start, walk.mode)
        var heard = ""
        for move in walk.moves {
            let before = order
            let item =
                switch move {
                case "n": order.next()
                case "p": order.previous()
                default: order.advance()
                }
            heard.append(item?.id ?? "-")
            if item == nil { #expect(order == before) } else { #expect(order.current == item) }
        }
        #expect(heard == walk.heard)
    }

    @Test func jumpGoesToAnItemOnlyWhenItIsThere() {
        var order = order("abc")
        #expect(order.jump(to: "c")?.id == "c")
        #expect(order.index == 2)
        #expect(order.jump(to: "x") == nil)
        #expect(order.index == 2)
    }

    @Test func repeatedIdsAreTakenOnce() {
        var order = order("abab", at: 3)
        #expect(order.letters == "ab")
        #expect(order.current?.id == "b")
        order.insert([OrderItem(id: "a"), OrderItem(id: "c"), OrderItem(id: "c")], at: 0)
        #expect(order.letters == "cab")
        #expect(order.current?.id == "b")
    }

    // MARK: - The list changes while it plays

    struct Change: CustomTestStringConvertible, Sendable {
        let name: String
        let change: @Sendable (inout PlaybackOrder<OrderItem>) -> Void
        let list: String
        let current: Character?
        let next: Character?

        var testDescription: String { name }
    }

    @Test(arguments: [
        Change(
            name: "insert before", change: { $0.insert([OrderItem(id: "x")], at: 0) },
            list: "xabcd", current: "b", next: "c"),
        Change(
            name: "insert at the current one's place",
            change: { $0.insert([OrderItem(id: "x")], at: 1) },
            list: "axbcd", current: "b", next: "c"),
        Change(
            name: "insert right after", change: { $0.insert([OrderItem(id: "x")], at: 2) },
            list: "abxcd", current: "b", next: "x"),
        Change(
            name: "insert far outside", change: { $0.insert([OrderItem(id: "x")], at: 99) },
            list: "abcdx", current: "b", next: "c"),
        Change(
            name: "remove before", change: { $0.remove(["a"]) },
            list: "bcd", current: "b", next: "c"),
        Change(
            name: "remove after", change: { $0.remove(["c"]) },
            list: "abd", current: "b", next: "d"),
        Change(
            name: "remove the current one", change: { $0.remove(["b"]) },
            list: "acd", current: nil, next: "c"),
        Change(
            name: "remove all but the first", change: { $0.remove(["b", "c", "d"]) },
            list: "a", current: nil, next: nil),
        Change(
            name: "remove the current one and insert into the gap",
            change: {
                $0.remove(["b"])
                $0.insert([OrderItem(id: "x")], at: 1)
            },
            list: "axcd", current: nil, next: "x"),
        Change(
            name: "move the current one", change: { $0.move("b", to: 3) },
            list: "acdb", current: "b", next: nil),
        Change(
            name: "move another across, forwards", change: { $0.move("a", to: 2) },
            list: "bcad", current: "b", next: "c"),
        Change(
            name: "move another across, backwards", change: { $0.move("d", to: 0) },
            list: "dabc", current: "b", next: "c"),
        Change(
            name: "move another right after", change: { $0.move("d", to: 2) },
            list: "abdc", current: "b", next: "d"),
        Change(
            name: "move another to its place", change: { $0.move("d", to: 1) },
            list: "adbc", current: "b", next: "c"),
        Change(
            name: "move what is not there", change: { $0.move("x", to: 0) },
            list: "abcd", current: "b", next: "c"),
    ])
    func change(_ change: Change) {
        var order = order("abcd", at: 1)
        change.change(&order)
        #expect(order.letters == change.list)
        #expect(order.current?.id == change.current)
        #expect(order.upcoming?.id == change.next)
        #expect(order.next()?.id == change.next)
    }

    @Test func aRemovedCurrentItemDoesNotRepeat() {
        var order = order("abc", at: 1, .repeatOne)
        order.remove(["b"])
        #expect(order.advance()?.id == "c")
        #expect(order.previous()?.id == "a")
    }
}
