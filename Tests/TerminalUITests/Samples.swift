import ColumnModel
import TerminalText

@testable import TerminalUI

/// Columns and episodes for tests, in Chinese and Latin, with the characters that break layouts.
enum Samples {
    static let columns = [
        column(1, "灯下谈：写给夜里读书的人", "林晚", unplayed: 12),
        column(2, "The Night Post", "E. Ødegård", unplayed: 0),
        column(3, "Walking & Talking 👩‍👩‍👧‍👦", nil, unplayed: 3, failure: .timeout),
    ]

    static let episodes: [Episode] = {
        let titles = [
            "旧书店的灯光", "城市漫步：从前门到鼓楼，一路上的店铺与人，以及一场没有下完的雨",
            "读《红楼梦》第三回：林黛玉进贾府", "The Lamp in the Old Bookshop", "Émigré letters",
            "👩‍👩‍👧‍👦 Family stories & songs 🎧", "Cafe\u{301} culture in Zu\u{308}rich",
            "مرحبا بالعالم", "How compilers forget",
        ]
        return (0..<60).map { index in
            let title = titles[index % titles.count]
            return episode(
                Int64(index + 1), column: Int64(index % 3 + 1),
                index < titles.count ? title : "\(title) \(index)", index)
        }
    }()

    static let chapters = [
        Chapter(start: .zero, title: "开场"), Chapter(start: .seconds(600), title: "第二章 书店"),
        Chapter(start: .seconds(1_500), title: "Closing words"),
    ]

    static func article(_ width: Int) -> ArticlePage {
        let text =
            "这是一段关于旧书店的文字，写给每一个在夜里读书的人。A few words of English stand between,"
            + " and the lines break where they may."
        var page = ArticlePage(lines: [StyledText("旧书店的灯光", .bold), StyledText("")])
        for number in 1...12 {
            let mark = number == 2 ? "12:30 " : number == 8 ? "25:00 " : ""
            page.starts.append(page.lines.count)
            page.spoken.append(.init(line: page.lines.count, time: .seconds(60 * number)))
            if !mark.isEmpty {
                let first = "\(number). ".count
                page.stamps.append(
                    .init(
                        line: page.lines.count, cells: first..<first + 5,
                        time: .seconds(number == 2 ? 750 : 1_500)))
            }
            page.lines += LineWrapper(width: width).wrap("\(number). " + mark + text).map {
                StyledText($0)
            }
            page.lines.append(StyledText(""))
        }
        return page
    }

    static func column(
        _ id: Int64, _ title: String, _ author: String?, unplayed: Int, failure: FailureCode? = nil
    ) -> Column {
        Column(
            id: ColumnID(rawValue: id), url: "https://example.org/\(id)", title: title,
            author: author, summary: nil, link: nil, language: nil, imageURL: nil,
            added: Timestamp(secondsSince1970: 1_700_000_000), episodeCount: 20,
            unplayedCount: unplayed,
            sync: SyncStatus(
                succeeded: Timestamp(secondsSince1970: 1_760_000_000),
                failure: failure.map { Failure(code: $0) }))
    }

    static func episode(_ id: Int64, column: Int64, _ title: String, _ index: Int) -> Episode {
        let states: [AudioState] = [.none, .complete, .partial, .failed, .none, .queued]
        let hasAudio = index % 7 != 6
        return Episode(
            id: EpisodeID(rawValue: id), column: ColumnID(rawValue: column), guid: nil,
            title: title,
            published: Timestamp(secondsSince1970: 1_760_000_000 - Int64(index) * 86_400),
            firstSeen: Timestamp(secondsSince1970: 1_760_000_000),
            duration: hasAudio ? .seconds(1_800 + index * 61) : nil, link: nil, season: nil,
            number: nil, summary: nil, imageURL: nil,
            enclosure: hasAudio
                ? Enclosure(url: "https://example.org/\(id).mp3", type: nil, length: nil) : nil,
            audio: EpisodeAudio(
                state: hasAudio ? states[index % states.count] : .none, bytes: 450, total: 1_000),
            position: index % 5 == 1 ? .seconds(600) : .zero, isPlayed: index % 4 == 3,
            isLiked: index % 6 == 0)
    }
}
