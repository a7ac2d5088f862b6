import ColumnModel
import Localization
import RemoteControl
import TerminalText

extension TUIState {
    /// Marks what is spoken in the text of what plays, and keeps it in sight if it was.
    mutating func followSpeech() {
        guard let article, article.isLoaded, let snapshot = player?.snapshot,
            let id = snapshot.track?.episode, article.subject == .episode(id),
            let cue = snapshot.cue
        else {
            article?.said = nil
            return
        }
        let said = article.text.lines(saying: cue.text)
        guard said != article.said else { return }
        let wasSeen = article.said.map { isSeen($0, article) } ?? false
        self.article?.said = said
        if wasSeen, focus == .article { showSpeech() }
    }

    /// Goes to what is spoken in the text.
    mutating func goToSpeech() -> [TUIIntent] {
        guard article?.said != nil, layout.article != nil else {
            guard let cue = player?.snapshot.cue else {
                return say("Nobody knows what is spoken now.")
            }
            return say("\(SafeText.line(cue.text))")
        }
        focus = .article
        showSpeech()
        return []
    }

    /// Plays from the first paragraph that is seen.
    mutating func playParagraph() -> [TUIIntent] {
        guard layout.article != nil, let article, !article.text.spoken.isEmpty else {
            return say("Nobody knows when this text is spoken.")
        }
        let spoken = article.text.spoken
        guard let place = spoken.first(where: { $0.line >= article.top }) ?? spoken.last else {
            return []
        }
        return play(from: place.time)
    }

    private mutating func showSpeech() {
        guard let article, let said = article.said, let area = layout.article,
            !isSeen(said, article)
        else { return }
        scrollArticle(by: said.lowerBound - article.top - area.height / 4)
    }

    private func isSeen(_ lines: Range<Int>, _ article: ArticleState) -> Bool {
        guard let area = layout.article else { return false }
        let seen = article.top..<article.top + area.height
        return seen.contains(lines.lowerBound)
            && (seen.contains(lines.upperBound - 1) || lines.count > area.height)
    }
}
