// The least that keeping the books can cost: the inserts and updates of `books` in the same transactions on a store of the
// same schema, by SQLite's C interface and nothing else. It looks nothing up: it knows beforehand what a worker has to find out.
//
//     cc -O2 -o bare_books bare_books.c -lsqlite3 -lm
//     bare_books STORE IMAGES         with a run whose tasks wait; IMAGES in each transaction
#include <math.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { labels = 10, answers = 4096, words = 1000, most = 65536 };

static sqlite3 *db;
static char description[words][32], mid[words][16];
static struct { int word; double score; } answer[answers][labels];
static unsigned char body[640];
static int64_t first_task, tasks, recipe, lineage, account, worker, job;
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
    first_task = number("SELECT min(task_id) FROM task WHERE state = 'waiting'");
    tasks = number("SELECT count(*) FROM task WHERE state = 'waiting'");
    recipe = number("SELECT max(recipe_id) FROM recipe");
    lineage = number("SELECT lineage_id FROM recipe ORDER BY recipe_id DESC LIMIT 1");
    job = number("SELECT max(job_id) FROM job");
    time_t now = time(NULL);
    strftime(day, sizeof day, "%Y-%m-%d", gmtime(&now));
    strftime(month, sizeof month, "%Y-%m", gmtime(&now));
    script("INSERT OR IGNORE INTO account (name) VALUES ('books');"
        "INSERT INTO worker (host, pid, pid_started, started_at, lease_ends) VALUES ('bare', 1, 1, 1, 1)");
    account = number("SELECT account_id FROM account");
    worker = number("SELECT max(worker_id) FROM worker");
}

int main(int count, char **arguments) {
    if (count != 3) return fprintf(stderr, "usage: bare_books STORE IMAGES\n"), 2;
    int batch = atoi(arguments[2]);
    if (batch < 1 || batch > most) return 2;
    make_answers();
    check(sqlite3_open_v2(arguments[1], &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL));
    script("PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
        "PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 16384");
    prepare();

    sqlite3_stmt *claim_attempt = prepared(
        "INSERT INTO attempt (task_id, worker_id, started_at, outcome) VALUES (?, ?, ?, 'running')");
    sqlite3_stmt *claim_task = prepared("UPDATE task SET state = 'running', attempt_id = ? WHERE task_id = ?");
    sqlite3_stmt *reserve = prepared("INSERT INTO ledger (attempt_id, recipe_id, account_id, day, micro_usd, state, changed_at)"
        " VALUES (?, ?, ?, ?, 1500, 'reserved', ?)");
    sqlite3_stmt *spend = prepared("INSERT INTO spent (scope, subject, period, units, micro_usd) VALUES (?, ?, ?, ?4, ?4 * 1500)"
        " ON CONFLICT DO UPDATE SET units = units + excluded.units, micro_usd = micro_usd + excluded.micro_usd");
    sqlite3_stmt *count_reserved = prepared("INSERT INTO tally (run_id, account_id, month, feature, reserved, micro_usd)"
        " VALUES (1, ?, ?, 'LABEL_DETECTION', ?3, ?3 * 1500)"
        " ON CONFLICT DO UPDATE SET reserved = reserved + excluded.reserved, micro_usd = micro_usd + excluded.micro_usd");
    sqlite3_stmt *count_settled = prepared("UPDATE tally SET reserved = reserved - ?1, settled = settled + ?1,"
        " settled_paid = settled_paid + ?1 WHERE run_id = 1 AND account_id = ?2 AND month = ?3 AND feature = 'LABEL_DETECTION'");
    sqlite3_stmt *send = prepared("UPDATE ledger SET state = 'sent', changed_at = ? WHERE attempt_id = ? AND recipe_id = ?");
    sqlite3_stmt *settle = prepared("UPDATE ledger SET state = 'settled', changed_at = ? WHERE attempt_id = ? AND recipe_id = ?");
    sqlite3_stmt *end_task = prepared("UPDATE task SET attempt_id = NULL, state = 'done', finished_at = ?, tries = tries + 1,"
        " not_before = 0 WHERE task_id = ? AND attempt_id = ?");
    sqlite3_stmt *end_attempt = prepared("UPDATE attempt SET outcome = 'done', ended_at = ?, latency_ms = 0, http_status = 200,"
        " request_bytes = 3000 WHERE attempt_id = ?");
    sqlite3_stmt *keep_result = prepared("INSERT INTO result (image_id, recipe_id, lineage_id, generation, is_current, run_id,"
        " attempt_id, annotated_at) VALUES (?, ?, ?, 1, 1, 1, ?, ?)");
    sqlite3_stmt *keep_annotation = prepared("INSERT INTO annotation (result_id, kind, rank, description, mid, score, topicality)"
        " VALUES (?, 'label', ?, ?, ?, ?6, ?6)");
    sqlite3_stmt *keep_response = prepared("INSERT INTO response (attempt_id, body) VALUES (?, ?)");
    sqlite3_stmt *begin = prepared("BEGIN IMMEDIATE"), *commit = prepared("COMMIT");

    struct { int64_t task, attempt; } *held = calloc(most, sizeof *held), *sent = calloc(most, sizeof *sent), *swap;
    int holding = 0, sending = 0;
    int64_t next = first_task, end = first_task + tasks, ended = 0;
    struct timespec start, stop;
    clock_gettime(CLOCK_MONOTONIC, &start);
    while (next < end || holding > 0 || sending > 0) {
        int64_t now = milliseconds();
        run(begin);
        for (int at = 0; at < sending; at++) {
            sqlite3_bind_int64(end_task, 1, now), sqlite3_bind_int64(end_task, 2, sent[at].task);
            sqlite3_bind_int64(end_task, 3, sent[at].attempt), run(end_task);
            sqlite3_bind_int64(end_attempt, 1, now), sqlite3_bind_int64(end_attempt, 2, sent[at].attempt), run(end_attempt);
            sqlite3_bind_int64(settle, 1, now), sqlite3_bind_int64(settle, 2, sent[at].attempt);
            sqlite3_bind_int64(settle, 3, recipe), run(settle);
            // In this store a task's image has its number.
            sqlite3_bind_int64(keep_result, 1, sent[at].task), sqlite3_bind_int64(keep_result, 2, recipe);
            sqlite3_bind_int64(keep_result, 3, lineage), sqlite3_bind_int64(keep_result, 4, sent[at].attempt);
            sqlite3_bind_int64(keep_result, 5, now), run(keep_result);
            int64_t result = sqlite3_last_insert_rowid(db);
            for (int rank = 0; rank < labels; rank++) {
                int word = answer[sent[at].task % answers][rank].word;
                sqlite3_bind_int64(keep_annotation, 1, result), sqlite3_bind_int64(keep_annotation, 2, rank);
                sqlite3_bind_text(keep_annotation, 3, description[word], -1, SQLITE_STATIC);
                sqlite3_bind_text(keep_annotation, 4, mid[word], -1, SQLITE_STATIC);
                sqlite3_bind_double(keep_annotation, 6, answer[sent[at].task % answers][rank].score);
                run(keep_annotation);
            }
            sqlite3_bind_int64(keep_response, 1, sent[at].attempt);
            sqlite3_bind_blob(keep_response, 2, body, sizeof body, SQLITE_STATIC), run(keep_response);
        }
        if (sending > 0) {
            sqlite3_bind_int64(count_settled, 1, sending), sqlite3_bind_int64(count_settled, 2, account);
            sqlite3_bind_text(count_settled, 3, month, -1, SQLITE_STATIC), run(count_settled);
        }
        ended += sending;
        for (int at = 0; at < holding; at++) {
            sqlite3_bind_int64(send, 1, now), sqlite3_bind_int64(send, 2, held[at].attempt);
            sqlite3_bind_int64(send, 3, recipe), run(send);
        }
        swap = sent, sent = held, held = swap, sending = holding, holding = 0;
        for (; holding < batch && next < end; holding++, next++) {
            sqlite3_bind_int64(claim_attempt, 1, next), sqlite3_bind_int64(claim_attempt, 2, worker);
            sqlite3_bind_int64(claim_attempt, 3, now), run(claim_attempt);
            held[holding].task = next, held[holding].attempt = sqlite3_last_insert_rowid(db);
            sqlite3_bind_int64(claim_task, 1, held[holding].attempt), sqlite3_bind_int64(claim_task, 2, next), run(claim_task);
            sqlite3_bind_int64(reserve, 1, held[holding].attempt), sqlite3_bind_int64(reserve, 2, recipe);
            sqlite3_bind_int64(reserve, 3, account), sqlite3_bind_text(reserve, 4, day, -1, SQLITE_STATIC);
            sqlite3_bind_int64(reserve, 5, now), run(reserve);
        }
        if (holding > 0) {
            struct { const char *scope; int64_t subject; const char *period; } line[] = {{"run", 1, ""}, {"job day", job, day},
                {"job month", job, month}, {"account day", account, day}, {"account month", account, month}};
            for (int at = 0; at < 5; at++) {
                sqlite3_bind_text(spend, 1, line[at].scope, -1, SQLITE_STATIC), sqlite3_bind_int64(spend, 2, line[at].subject);
                sqlite3_bind_text(spend, 3, line[at].period, -1, SQLITE_STATIC), sqlite3_bind_int64(spend, 4, holding), run(spend);
            }
            sqlite3_bind_int64(count_reserved, 1, account), sqlite3_bind_text(count_reserved, 2, month, -1, SQLITE_STATIC);
            sqlite3_bind_int64(count_reserved, 3, holding), run(count_reserved);
        }
        run(commit);
    }
    clock_gettime(CLOCK_MONOTONIC, &stop);
    double seconds = (double)(stop.tv_sec - start.tv_sec) + (double)(stop.tv_nsec - start.tv_nsec) / 1e9;
    printf("%lld images in %.3f s\n", (long long)ended, seconds);
    return 0;
}
