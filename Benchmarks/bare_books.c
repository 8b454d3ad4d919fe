// The least that keeping the books can cost: the inserts and updates of `books` in the same transactions on a store of the
// same schema, by SQLite's C interface and nothing else. It looks nothing up: it knows beforehand what a worker has to find out,
// and that the numbers of tasks, images and attempts follow each other, so that one statement moves a whole portion.
//
//     cc -O2 -o bare_books bare_books.c -lsqlite3 -lm
//     bare_books STORE IMAGES         with a run whose tasks are queued; IMAGES in each transaction
#include <math.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { labels = 10, answers = 4096, words = 1000, most = 65536, step = 100000 };

static sqlite3 *db;
static char description[words][32], mid[words][16];
static struct { int word; double score; } answer[answers][labels];
static unsigned char body[640];
static int64_t first_task, tasks, recipe, run_id, account, worker, job;
static char day[16], month[16];

static void check(int code) {
    if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW) return;
    fprintf(stderr, "SQLite error %d: %s\n", code, sqlite3_errmsg(db));
    exit(1);
}

static sqlite3_stmt *prepared(const char *sql) {
    sqlite3_stmt *statement;
    check(sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL));
    return statement;
}

static void run(sqlite3_stmt *statement) {
    check(sqlite3_step(statement));
    check(sqlite3_reset(statement));
}

static void script(const char *sql) { check(sqlite3_exec(db, sql, NULL, NULL, NULL)); }

static int64_t number(const char *sql) {
    sqlite3_stmt *statement = prepared(sql);
    check(sqlite3_step(statement));
    int64_t value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return value;
}

static int64_t milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static double between(struct timespec start, struct timespec stop) {
    return (double)(stop.tv_sec - start.tv_sec) + (double)(stop.tv_nsec - start.tv_nsec) / 1e9;
}

/// Few labels are frequent and most are rare: the same as the vendor of `books` answers.
static void make_answers(void) {
    uint64_t seed = 20261121;
    for (int word = 0; word < words; word++) {
        snprintf(description[word], sizeof description[word], "Label of the kind %d", word);
        snprintf(mid[word], sizeof mid[word], "/m/0%05x", word * 977);
    }
    for (int one = 0; one < answers; one++)
        for (int rank = 0; rank < labels; rank++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            double chance = (double)(seed >> 40) / (1 << 24);
            answer[one][rank].word = (int)exp(chance * log(words + 1)) - 1;
            answer[one][rank].score = (double)(float)(0.5 + (double)(seed >> 48) / 131072);
        }
    for (size_t at = 0; at < sizeof body; at++) body[at] = (unsigned char)(seed >> (at % 8 * 8)) ^ (unsigned char)at;
}

static void prepare(void) {
    first_task = number("SELECT min(task_id) FROM task WHERE state = 'queued'");
    tasks = number("SELECT count(*) FROM task WHERE state = 'queued'");
    recipe = number("SELECT max(recipe_id) FROM recipe");
    run_id = number("SELECT max(run_id) FROM run");
    job = number("SELECT max(job_id) FROM job");
    time_t now = time(NULL);
    strftime(day, sizeof day, "%Y-%m-%d", gmtime(&now));
    strftime(month, sizeof month, "%Y-%m", gmtime(&now));
    script("INSERT OR IGNORE INTO account (name) VALUES ('books');"
        "INSERT INTO worker (host, pid, pid_started, started_at, lease_ends) VALUES ('bare', 1, 1, 1, 1)");
    account = number("SELECT account_id FROM account");
    worker = number("SELECT max(worker_id) FROM worker");
    script("BEGIN");
    sqlite3_stmt *term = prepared("INSERT INTO term (term_id, description, mid) VALUES (?, ?, ?)");
    for (int word = 0; word < words; word++) {
        sqlite3_bind_int(term, 1, word + 1), sqlite3_bind_text(term, 2, description[word], -1, SQLITE_STATIC);
        sqlite3_bind_text(term, 3, mid[word], -1, SQLITE_STATIC), run(term);
    }
    sqlite3_finalize(term);
    script("COMMIT");
}

/// A statement with whole numbers as its parameters.
static void run_with(sqlite3_stmt *statement, int count, const int64_t values[]) {
    for (int at = 0; at < count; at++) sqlite3_bind_int64(statement, at + 1, values[at]);
    run(statement);
}

int main(int count, char **arguments) {
    if (count != 3) return fprintf(stderr, "usage: bare_books STORE IMAGES\n"), 2;
    int batch = atoi(arguments[2]);
    if (batch < 1 || batch > most) return 2;
    make_answers();
    check(sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0));
    check(sqlite3_open_v2(arguments[1], &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL));
    script("PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
        "PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 16384");
    prepare();

    sqlite3_stmt *claim_attempts = prepared("INSERT OR ROLLBACK INTO attempt (task_id, run_id, worker_id, started_at, outcome)"
        " SELECT task_id, ?, ?, ?, 'running' FROM task WHERE task_id BETWEEN ? AND ? ORDER BY task_id");
    sqlite3_stmt *claim_tasks = prepared("UPDATE OR ROLLBACK task SET state = 'running', attempt_id = task_id + ?"
        " WHERE task_id BETWEEN ? AND ? AND state = 'queued'");
    sqlite3_stmt *reserve = prepared("INSERT OR ROLLBACK INTO ledger (attempt_id, recipe_id, account_id, day, micro_usd, state,"
        " changed_at) SELECT attempt_id, ?1, ?2, ?6, 1500, 'reserved', ?3 FROM attempt WHERE attempt_id BETWEEN ?4 AND ?5");
    sqlite3_stmt *spend = prepared("INSERT INTO cap_usage (scope, subject, period, units, micro_usd) VALUES (?, ?, ?, ?4, ?4 * 1500)"
        " ON CONFLICT DO UPDATE SET units = units + excluded.units, micro_usd = micro_usd + excluded.micro_usd");
    sqlite3_stmt *count_reserved = prepared("INSERT INTO ledger_total (run_id, account_id, month, feature, reserved, micro_usd)"
        " VALUES (?4, ?1, ?2, 'LABEL_DETECTION', ?3, ?3 * 1500)"
        " ON CONFLICT DO UPDATE SET reserved = reserved + excluded.reserved, micro_usd = micro_usd + excluded.micro_usd");
    sqlite3_stmt *count_settled = prepared("UPDATE ledger_total SET reserved = reserved - ?1, settled = settled + ?1,"
        " settled_paid = settled_paid + ?1 WHERE run_id = ?4 AND account_id = ?2 AND month = ?3 AND feature = 'LABEL_DETECTION'");
    sqlite3_stmt *move = prepared("UPDATE OR ROLLBACK run SET queued = queued - ?1, running = running + ?1 - ?2, done = done + ?2"
        " WHERE run_id = ?3");
    sqlite3_stmt *finish = prepared("UPDATE run SET finished_at = ? WHERE run_id = ? AND queued + running = 0");
    sqlite3_stmt *send = prepared("UPDATE OR ROLLBACK ledger SET state = 'sent', changed_at = ?"
        " WHERE attempt_id BETWEEN ? AND ? AND recipe_id = ?");
    sqlite3_stmt *settle = prepared("UPDATE OR ROLLBACK ledger SET state = 'settled', changed_at = ?"
        " WHERE attempt_id BETWEEN ? AND ? AND recipe_id = ?");
    sqlite3_stmt *end_tasks = prepared("UPDATE OR ROLLBACK task SET attempt_id = NULL, state = 'done', finished_at = ?,"
        " attempt_count = attempt_count + 1, not_before = 0 WHERE task_id BETWEEN ? AND ? AND state = 'running'");
    sqlite3_stmt *end_attempts = prepared("UPDATE OR ROLLBACK attempt SET outcome = 'answered', ended_at = ?, latency_ms = 0,"
        " http_status = 200, request_bytes = 3000, images_in_request = 16 WHERE attempt_id BETWEEN ? AND ?");
    sqlite3_stmt *keep_answers = prepared("INSERT OR ROLLBACK INTO answer (image_id, recipe_id, generation, is_newest, run_id,"
        " attempt_id, annotated_at) SELECT image_id, ?, 1, 1, ?, task_id + ?, ? FROM task WHERE task_id BETWEEN ? AND ? ORDER BY task_id");
    char many[1024] = "INSERT OR ROLLBACK INTO annotation (answer_id, place, term_id, kind, score) VALUES ";
    for (int place = 0; place < labels; place++) {
        char row[48];
        snprintf(row, sizeof row, "%s(?1, %d, ?%d, 0, ?%d)", place ? ", " : "", place, 2 * place + 2, 2 * place + 3);
        strcat(many, row);
    }
    sqlite3_stmt *keep_annotations = prepared(many);
    sqlite3_stmt *keep_response = prepared("INSERT OR ROLLBACK INTO response (attempt_id, body) VALUES (?, ?)");
    sqlite3_stmt *begin = prepared("BEGIN IMMEDIATE"), *commit = prepared("COMMIT");

    // Portions: tasks from `first` on, whose attempts have the numbers of the tasks and `offset`.
    struct { int64_t first, offset; int count; } held = {0}, sent = {0};
    int64_t next = first_task, end = first_task + tasks, ended = 0;
    struct timespec start, stop;
    clock_gettime(CLOCK_MONOTONIC, &start);
    while (next < end || held.count > 0 || sent.count > 0) {
        int64_t now = milliseconds();
        run(begin);
        int done = sent.count;
        if (done > 0) {
            int64_t first = sent.first, last = first + done - 1, offset = sent.offset;
            run_with(end_tasks, 3, (int64_t[]){now, first, last});
            run_with(end_attempts, 3, (int64_t[]){now, first + offset, last + offset});
            run_with(settle, 4, (int64_t[]){now, first + offset, last + offset, recipe});
            run_with(keep_answers, 6, (int64_t[]){recipe, run_id, offset, now, first, last});
            int64_t result = sqlite3_last_insert_rowid(db) - done + 1;
            for (int64_t task = first; task <= last; task++, result++) {
                sqlite3_bind_int64(keep_annotations, 1, result);
                for (int place = 0; place < labels; place++) {
                    sqlite3_bind_int(keep_annotations, 2 * place + 2, answer[task % answers][place].word + 1);
                    sqlite3_bind_double(keep_annotations, 2 * place + 3, answer[task % answers][place].score);
                }
                run(keep_annotations);
                sqlite3_bind_int64(keep_response, 1, task + offset);
                sqlite3_bind_blob(keep_response, 2, body, sizeof body, SQLITE_STATIC), run(keep_response);
            }
            sqlite3_bind_int64(count_settled, 1, done), sqlite3_bind_int64(count_settled, 2, account);
            sqlite3_bind_text(count_settled, 3, month, -1, SQLITE_STATIC), sqlite3_bind_int64(count_settled, 4, run_id), run(count_settled);
        }
        ended += done;
        if (held.count > 0) {
            int64_t first = held.first + held.offset;
            run_with(send, 4, (int64_t[]){now, first, first + held.count - 1, recipe});
        }
        sent = held, held.first = next, held.count = (int)(end - next < batch ? end - next : batch);
        if (held.count > 0) {
            int64_t last = next + held.count - 1;
            run_with(claim_attempts, 5, (int64_t[]){run_id, worker, now, next, last});
            held.offset = sqlite3_last_insert_rowid(db) - last;
            run_with(claim_tasks, 3, (int64_t[]){held.offset, next, last});
            sqlite3_bind_text(reserve, 6, day, -1, SQLITE_STATIC);
            run_with(reserve, 5, (int64_t[]){recipe, account, now, next + held.offset, last + held.offset});
            struct { const char *scope; int64_t subject; const char *period; } line[] = {{"run", run_id, ""}, {"job_day", job, day},
                {"job_month", job, month}, {"account_day", account, day}, {"account_month", account, month}};
            for (int at = 0; at < 5; at++) {
                sqlite3_bind_text(spend, 1, line[at].scope, -1, SQLITE_STATIC), sqlite3_bind_int64(spend, 2, line[at].subject);
                sqlite3_bind_text(spend, 3, line[at].period, -1, SQLITE_STATIC), sqlite3_bind_int64(spend, 4, held.count), run(spend);
            }
            sqlite3_bind_int64(count_reserved, 1, account), sqlite3_bind_text(count_reserved, 2, month, -1, SQLITE_STATIC);
            sqlite3_bind_int64(count_reserved, 3, held.count), sqlite3_bind_int64(count_reserved, 4, run_id), run(count_reserved);
            next = last + 1;
        }
        run_with(move, 3, (int64_t[]){held.count, done, run_id});
        run_with(finish, 2, (int64_t[]){now, run_id});
        run(commit);
        if (ended / step > (ended - done) / step) {
            clock_gettime(CLOCK_MONOTONIC, &stop);
            fprintf(stderr, "%lld images after %.3f s\n", (long long)ended, between(start, stop));
        }
    }
    clock_gettime(CLOCK_MONOTONIC, &stop);
    printf("%lld images in %.3f s\n", (long long)ended, between(start, stop));
    for (sqlite3_stmt *each; (each = sqlite3_next_stmt(db, NULL));) sqlite3_finalize(each);
    check(sqlite3_close(db));
    return 0;
}
