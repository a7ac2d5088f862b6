import PlaybackRules
import TestSupport
import Testing

/// Random commands never bring list, place and mode into disagreement.
struct PlaybackOrderPropertyTests {
    @Test(arguments: UInt64(1)...10)
    func tenThousandRandomCommands(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var order = order("", .sequence, seed: seed)
        var fresh = UInt32(0x4E00)
        for step in 0..<10_000 {
            let before = order
            let command = Int.random(in: 0..<10, using: &random)
            var moved: OrderItem??
            switch command {
            case 0: moved = .some(order.next())
            case 1: moved = .some(order.previous())
            case 2:
                let expected = order.upcoming
                moved = .some(order.advance())
                #expect(moved == .some(expected))
            case 3: order.setMode(PlaybackMode.allCases.randomElement(using: &random) ?? .once)
            case 4, 5:
                let count = Int.random(in: 1...3, using: &random)
                let added = (0..<count).map { _ in
                    fresh += 1
                    return OrderItem(id: Unicode.Scalar(fresh).map(Character.init) ?? "-")
                }
                order.insert(added, at: Int.random(in: -2...30, using: &random))
            case 6, 7:
                let doomed = Set(
                    before.items.map(\.id).filter { _ in
                        Int.random(in: 0..<6, using: &random) == 0
                    })
                order.remove(doomed)
            case 8:
                if let id = order.items.randomElement(using: &random)?.id {
                    order.move(id, to: Int.random(in: -2...30, using: &random))
                }
            default:
                if let id = order.items.randomElement(using: &random)?.id {
                    #expect(order.jump(to: id)?.id == id)
                }
            }
            guard check(order, before, command, moved) else {
                Issue.record("seed \(seed), step \(step), command \(command)")
                return
            }
        }
    }

    private func check(
        _ order: PlaybackOrder<OrderItem>, _ before: PlaybackOrder<OrderItem>, _ command: Int,
        _ moved: OrderItem??
    ) -> Bool {
        var isRight = Set(order.items.map(\.id)).count == order.items.count
        if let index = order.index {
            isRight = isRight && order.items.indices.contains(index)
        }
        if let moved {
            // A move gives what is current afterwards, or changes nothing.
            isRight = isRight && (moved == nil ? order == before : order.current == moved)
            isRight = isRight && order.items == before.items
            if command == 0 { isRight = isRight && before.hasNext == (moved != nil) }
            if command == 1 { isRight = isRight && before.hasPrevious == (moved != nil) }
            if command == 0, order.mode == .shuffle, let moved {
                isRight = isRight && moved != before.current
            }
        } else if command != 9 {
            // What changes the list or the mode leaves the current item, unless it took it out.
            let current = before.current.flatMap { item in
                order.items.contains(item) ? item : nil
            }
            isRight = isRight && order.current == current
        }
        return isRight
    }
}
