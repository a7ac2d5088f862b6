import AudioKit
import EpisodePlayer
@preconcurrency import Glibc

/// CPU seconds, peak memory in MiB and context switches of this process so far (`getrusage`).
private func usage() -> (cpu: Double, memory: Int, switches: Int) {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return (
        seconds(usage.ru_utime) + seconds(usage.ru_stime), Int(usage.ru_maxrss) / 1024,
        Int(usage.ru_nvcsw + usage.ru_nivcsw)
    )
}

private func milliseconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) * 1000 + Double(duration.components.attoseconds) / 1e15
}

private let arguments = CommandLine.arguments
guard arguments.count >= 2 else {
    print("player-bench FILE [OUTPUT|virtual] [SPEED] [SECONDS]")
    exit(2)
}
private let outputName = arguments.count > 2 ? arguments[2] : "null"
private let speed = arguments.count > 3 ? Double(arguments[3]) ?? 1 : 1
private let span = arguments.count > 4 ? Double(arguments[4]) ?? 60 : 60

private var configuration = PlayerConfiguration(output: outputName)
if outputName == "virtual" {
    configuration = PlayerConfiguration(output: NullOutput(clock: VirtualClock()))
}
configuration.speed = speed
private let clock = SteadyClock()
private let engine = PlayerEngine(configuration: configuration)
private let events = engine.events
private let begin = clock.now
private let base = usage()
try await engine.load(
    PlayerItem(source: FileByteSource(path: arguments[1])), intent: .play)
private var end = Duration.seconds(span) + begin
loop: for await event in events {
    switch event {
    case .stateChanged(.playing, _):
        print("first sample after \(milliseconds(clock.now - begin)) ms")
    case .stateChanged(.failed(let error), _):
        print("failed: \(error)")
        break loop
    case .ended:
        break loop
    case .position where outputName != "virtual" && clock.now >= end:
        break loop
    default:
        break
    }
}
private let wall = milliseconds(clock.now - begin) / 1000
private let cost = usage()
private let snapshot = engine.snapshot
print("position \(milliseconds(snapshot.position) / 1000) s, wall \(wall) s")
print(
    "cpu \(cost.cpu - base.cpu) s = \((cost.cpu - base.cpu) / wall * 100) % of a core, "
        + "\(cost.memory) MiB, \(Double(cost.switches - base.switches) / wall) switches/s, "
        + "\(snapshot.underrunCount) underruns")
// In a recording the seek would be heard.
if outputName.hasPrefix("wav:") { exit(0) }
private let seekBegin = clock.now
try? await engine.seek(to: .seconds(30))
for await event in events {
    if case .seeked = event {
        print("seek landed after \(milliseconds(clock.now - seekBegin)) ms")
        break
    }
}
