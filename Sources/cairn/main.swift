internal import Commands
internal import Platform

endProcess(Commands.run())
