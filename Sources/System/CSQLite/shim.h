// SQLite as it is, and what Swift cannot import of it: casted macros, variadic functions and computed codes.
#ifndef CAIRN_SQLITE_SHIM_H
#define CAIRN_SQLITE_SHIM_H
#include <sqlite3.h>
#include <stdint.h>
#include <time.h>

/// SQLITE_TRANSIENT is a cast macro: SQLite makes its own copy before the call returns.
static inline int cs_bind_text(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 bytes) {
    return sqlite3_bind_text64(statement, index, text, bytes, SQLITE_TRANSIENT, SQLITE_UTF8);
}
static inline int cs_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return count == 0 ? sqlite3_bind_zeroblob(statement, index, 0)
                      : sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/// The same for a function's result; SQLite takes an address of nothing for NULL, so an empty text and empty bytes have one.
static inline void cs_result_text(sqlite3_context *context, const void *text, sqlite3_uint64 bytes) {
    sqlite3_result_text64(context, text ? (const char *)text : "", bytes, SQLITE_TRANSIENT, SQLITE_UTF8);
}
static inline void cs_result_blob(sqlite3_context *context, const void *bytes, sqlite3_uint64 count) {
    sqlite3_result_blob64(context, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

/// sqlite3_db_config is variadic; every switch of ours is an int, and its answer is not needed.
static inline int cs_configure(sqlite3 *connection, int option, int on) {
    return sqlite3_db_config(connection, option, on, (int *)0);
}

/// Before the first connection: SQLite does not count its memory, a number that Cairn does not read and that takes a lock at
/// every allocation.
static inline int cs_keep_no_statistics(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

/// The other way round, which a limit of all memory needs; once SQLite is initialized, the way stays.
static inline int cs_keep_statistics(void) {
    int code = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 1);
    return code == SQLITE_OK ? sqlite3_initialize() : code;
}

/// Memory that is the connection's own, `pieces` pieces of `bytes` bytes, for what a statement needs while it runs.
static inline int cs_set_lookaside(sqlite3 *connection, int bytes, int pieces) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_LOOKASIDE, (void *)0, bytes, pieces);
}

/// How long a connection waits for others, and since when it does.
typedef struct {
    int64_t limit_ns;
    int64_t since_ns;
} cs_patience;

static inline int64_t cs_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/// SQLite's own waits grow to a tenth of a second, and who looks so seldom hardly ever meets the moment between two transactions
/// of a process that writes all the time.
static inline int cs_wait_for_writers(void *context, int count) {
    cs_patience *patience = (cs_patience *)context;
    if (count == 0) patience->since_ns = cs_now();
    if (cs_now() - patience->since_ns >= patience->limit_ns) return 0;
    struct timespec rest = {0, (count < 2 ? 1 : count < 4 ? 2 : count < 8 ? 5 : 10) * 1000000};
    nanosleep(&rest, (struct timespec *)0);
    return 1;
}
static inline int cs_set_busy_handler(sqlite3 *connection, cs_patience *patience) {
    return sqlite3_busy_handler(connection, cs_wait_for_writers, patience);
}

/// How far the write-ahead log has been copied into the database file, by the log's index in shared memory.
typedef struct {
    /// The log's salts: others after each restart of the log. All 0: there is no log.
    uint64_t salts;
    /// Frames that are in the file, and frames whose copying there has begun.
    uint32_t copied, copying;
    /// The bytes that the log has at least: its head and all frames that are committed; 0 without frames.
    int64_t bytes;
} cs_log_state;

/// The index of a write-ahead log has the size of a page at byte 14 (1 for 65,536), mxFrame at 16, the salts at 32, nBackfill
/// at 96 and nBackfillAttempted at 128; a frame is a page behind a head of 24 bytes, and the log's own head has 32
/// (https://www.sqlite.org/walformat.html, section 2.4); it is read where SQLite itself has mapped it.
static inline cs_log_state cs_read_log_state(sqlite3 *connection) {
    cs_log_state state = {0, 0, 0, 0};
    sqlite3_file *file = 0;
    volatile void *mapped = 0;
    if (sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK || !file) return state;
    if (!file->pMethods || file->pMethods->iVersion < 2 || !file->pMethods->xShmMap) return state;
    if (file->pMethods->xShmMap(file, 0, 32768, 0, &mapped) != SQLITE_OK || !mapped) return state;
    const volatile uint32_t *words = (const volatile uint32_t *)mapped;
    state.salts = (uint64_t)words[8] << 32 | words[9];
    state.copied = words[24];
    state.copying = words[32];
    uint32_t size = ((const volatile uint16_t *)mapped)[7];
    uint32_t frames = words[4];
    if (frames > 0) state.bytes = 32 + (int64_t)frames * (24 + (size == 1 ? 65536 : size));
    return state;
}

/// The database file's own first 100 bytes, past page cache and log. By SQLite's own descriptor: closing another one of
/// the same file would end every lock that this process has on it (https://www.sqlite.org/howtocorrupt.html, 2.2).
static inline int cs_read_header(sqlite3 *connection, void *header) {
    sqlite3_file *file = 0;
    int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (code != SQLITE_OK) return code;
    return file && file->pMethods ? file->pMethods->xRead(file, header, 100, 0) : SQLITE_ERROR;
}

/// Whether the file that is open is no longer the one that its path leads to.
static inline int cs_has_moved(sqlite3 *connection) {
    int moved = 0;
    return sqlite3_file_control(connection, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && moved;
}

/// Flags and codes with structure do not import.
static const int cs_open_flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
static const int cs_function_flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
static const int cs_reading_function_flags = SQLITE_UTF8 | SQLITE_DIRECTONLY;
/// Why the last write to the log, or else to the database, failed: the system's number, which sqlite3_system_errno has not.
static inline int cs_write_errno(sqlite3 *connection) {
    sqlite3_file *log = 0;
    int number = 0;
    sqlite3_file_control(connection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
    if (log && log->pMethods) log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &number);
    if (number == 0) sqlite3_file_control(connection, "main", SQLITE_FCNTL_LAST_ERRNO, &number);
    return number;
}

#endif
