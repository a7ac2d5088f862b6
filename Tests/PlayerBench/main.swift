import AudioKit
import EpisodePlayer

private let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "--accuracy" {
    await Accuracy.run(hours: arguments.dropFirst().first.flatMap(Double.init) ?? 1)
} else if let path = arguments.first {
    await PlayerBench(
        path: path, seconds: arguments.dropFirst().first.flatMap(Double.init) ?? 60
    ).run()
} else {
    print("player-bench FILE [SECONDS] | player-bench --accuracy [HOURS]")
}
