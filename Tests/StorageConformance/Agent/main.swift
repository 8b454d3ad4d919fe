internal import Glibc

// `storeagent serve` performs the calls that standard input tells it to; `storeagent schedules` starts such agents and
// lets them meet; `storeagent lives` lets several sessions of one process meet.
let words = Array(CommandLine.arguments.dropFirst())
switch words.first {
case "serve":
    let agent = Agent()
    while let line = readLine() {
        print(agent.answer(line.split(separator: " ").map(String.init)))
        fflush(nil)
    }
case "schedules":
    exit(Schedules.main(Seeds(Array(words.dropFirst()), count: 100)))
case "lives":
    exit(Lives.main(Seeds(Array(words.dropFirst()), count: 10)))
default:
    print("storeagent schedules|lives [--count N] [--seed N]")
    exit(2)
}
