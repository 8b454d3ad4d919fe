internal import Commands
internal import Platform
internal import SQLiteStore

endProcess(Commands.run(stores: SQLiteStores()))
