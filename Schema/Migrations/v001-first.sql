-- The first store. It is edited in place until the first release is dated; later steps are added beside this file.
-- Times are whole milliseconds since 1970 UTC; the views show them as ISO 8601.
-- Tables are named in the singular; the plural names belong to the views, which are what people use.
-- A CHECK on a column that every image writes uses OR, since SQLite builds a table of an IN's values for each row. Tables that
-- every image writes name rows of others without REFERENCES, whose check costs a tenth of the time: `cairn doctor` checks them.

-- What the store says of itself: the digest of its views.
CREATE TABLE property (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What is there: folders, names and images -------------------------------------------------------------------------------

-- Folders as bytes with a closing slash, relative to the store's own folder where they lie below it, so that a store which is
-- moved together with its pictures still knows them. '' is the store's folder itself. The volume is empty on one machine.
-- reading: how sources want the files of the folder read, 0 by EXIF, 1 to 8 by that orientation; 16, 32 and 48 more where they are
-- turned by 90, 180 and 270 degrees, and 64 more where an image is all of a file. A folder that two jobs read in two ways is there
-- twice, with two sets of names. checked_ns: of a folder that no source gives any more, the last change (ctime) of what told last
-- whether its names are there: of the folder, or of the one in which it is missing; 0: they are all gone with the folder.
CREATE TABLE folder (
    folder_id INTEGER PRIMARY KEY,
    volume    TEXT    NOT NULL DEFAULT '',
    reading   INTEGER NOT NULL DEFAULT 0 CHECK (reading BETWEEN 0 AND 127),
    path      BLOB    NOT NULL,
    checked_ns INTEGER,
    UNIQUE (volume, path, reading)
) STRICT;

-- What a recipe can see, whatever its names and their metadata. kind says what the digest is of: 0 a picture, 1 a file with all its
-- bytes, 2 the name of an object that is handed on by it. turn is how stored pixels are turned to stand upright, by EXIF's numbers.
-- Width and height are those of the turned picture; null where the bytes are not a known one. A page of a document is an image; a
-- picture is its page 0.
CREATE TABLE image (
    image_id      INTEGER PRIMARY KEY,
    kind          INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 2),
    digest        BLOB    NOT NULL CHECK (length(digest) = 32),
    page          INTEGER NOT NULL DEFAULT 0 CHECK (page >= 0),
    turn          INTEGER NOT NULL DEFAULT 1 CHECK (turn BETWEEN 1 AND 8),
    format        TEXT,
    width         INTEGER CHECK (width > 0),
    height        INTEGER CHECK (height > 0),
    first_seen_at INTEGER NOT NULL
) STRICT;
-- Half of a digest tells images apart as well, in half of the space.
CREATE UNIQUE INDEX image_by_digest ON image (substr(digest, 1, 16), kind, page, turn);

-- One name and the image that it held from first_seen_at until replaced_at. A name with the same size, time of change and inode as
-- when it was read is not read again. path is the whole path as valid UTF-8; path_bytes are its bytes where these are not. Without
-- an image: a name that could not be read yet. Without an inode: another reading of the name has told what its file says, and it is
-- read again. content is half of the digest of the file's bytes, metadata and all; it, the
-- orientation, the date and the place are EXIF's in the file that the name holds now: an edit of metadata changes them in place.
CREATE TABLE path (
    path_id          INTEGER PRIMARY KEY,
    folder_id        INTEGER NOT NULL,
    path             TEXT    NOT NULL,
    path_bytes       BLOB    NOT NULL DEFAULT x'',
    image_id         INTEGER,
    bytes            INTEGER,
    modified_ns      INTEGER,
    inode            INTEGER,
    content          BLOB    CHECK (length(content) = 16),
    orientation      INTEGER CHECK (orientation BETWEEN 1 AND 8),
    taken_at         INTEGER,
    camera_latitude  REAL CHECK (camera_latitude BETWEEN -90 AND 90),
    camera_longitude REAL CHECK (camera_longitude BETWEEN -180 AND 180),
    first_seen_at    INTEGER NOT NULL,
    missing_at       INTEGER,
    replaced_at      INTEGER
) STRICT;
-- One index finds a path whatever its folder's number, and lets each name have one row that is not replaced.
CREATE UNIQUE INDEX path_by_path ON path (path, path_bytes, folder_id, iif(replaced_at IS NULL, 0, path_id));
CREATE INDEX path_by_folder ON path (folder_id) WHERE replaced_at IS NULL;
CREATE INDEX path_by_image ON path (image_id);

-- What is asked: jobs, recipes and selections -----------------------------------------------------------------------------

-- The newest manifest governs budget, pace, retry, limits and credentials of all runs of the job. The selected submission is the
-- last one that has seen all sources.
CREATE TABLE job (
    job_id                 INTEGER PRIMARY KEY,
    name                   TEXT    NOT NULL UNIQUE,
    manifest               BLOB    NOT NULL,
    manifest_path          BLOB    NOT NULL,
    manifest_digest        BLOB    NOT NULL CHECK (length(manifest_digest) = 32),
    crash_limit            INTEGER NOT NULL CHECK (crash_limit > 0),
    selected_submission_id INTEGER REFERENCES submission DEFERRABLE INITIALLY DEFERRED
) STRICT;

-- Everything that decides an answer besides the image; with an image's it makes the work key. parameters and preparation are JSON.
CREATE TABLE recipe (
    recipe_id     INTEGER PRIMARY KEY,
    digest        BLOB    NOT NULL UNIQUE CHECK (length(digest) = 32),
    backend       TEXT    NOT NULL,
    model         TEXT    NOT NULL,
    model_version TEXT,
    feature       TEXT    NOT NULL,
    parameters    TEXT    NOT NULL,
    preparation   TEXT    NOT NULL
) STRICT;

-- Sets of recipes, so that a run names all it asks for with one number. The digest is of its recipes' numbers.
CREATE TABLE recipe_set (
    recipe_set_id INTEGER PRIMARY KEY,
    digest        BLOB NOT NULL UNIQUE CHECK (length(digest) = 32)
) STRICT;
CREATE TABLE recipe_set_member (
    recipe_set_id INTEGER NOT NULL REFERENCES recipe_set,
    recipe_id     INTEGER NOT NULL REFERENCES recipe,
    PRIMARY KEY (recipe_set_id, recipe_id)
) STRICT, WITHOUT ROWID;

-- One look at a job's sources. It is complete when it has seen them all; until then nothing departs and nothing is missing.
-- run_id is the run that has its queued images, null where none had to be queued. key and batches tell a repeated call: the key with
-- which it was begun, and the number of the newest batch that is written whole.
CREATE TABLE submission (
    submission_id   INTEGER PRIMARY KEY,
    job_id          INTEGER NOT NULL REFERENCES job DEFERRABLE INITIALLY DEFERRED,
    recipe_set_id   INTEGER NOT NULL REFERENCES recipe_set DEFERRABLE INITIALLY DEFERRED,
    run_id          INTEGER REFERENCES run DEFERRABLE INITIALLY DEFERRED,
    key             BLOB    NOT NULL UNIQUE CHECK (length(key) = 16),
    batches         INTEGER NOT NULL DEFAULT 0 CHECK (batches >= 0),
    manifest_digest BLOB    NOT NULL CHECK (length(manifest_digest) = 32),
    started_at      INTEGER NOT NULL,
    completed_at    INTEGER,
    found    INTEGER NOT NULL DEFAULT 0 CHECK (found >= 0),
    read     INTEGER NOT NULL DEFAULT 0 CHECK (read >= 0),
    known    INTEGER NOT NULL DEFAULT 0 CHECK (known >= 0),
    queued   INTEGER NOT NULL DEFAULT 0 CHECK (queued >= 0),
    renamed  INTEGER NOT NULL DEFAULT 0 CHECK (renamed >= 0),
    missing  INTEGER NOT NULL DEFAULT 0 CHECK (missing >= 0),
    removed  INTEGER NOT NULL DEFAULT 0 CHECK (removed >= 0),
    replaced INTEGER NOT NULL DEFAULT 0 CHECK (replaced >= 0)
) STRICT;
CREATE INDEX submission_by_job ON submission (job_id, submission_id);

-- How many images each query among the sources gave, in the order of the manifest, of complete submissions.
CREATE TABLE submission_query (
    submission_id INTEGER NOT NULL REFERENCES submission DEFERRABLE INITIALLY DEFERRED,
    ordinal       INTEGER NOT NULL CHECK (ordinal >= 0),
    images        INTEGER NOT NULL CHECK (images >= 0),
    PRIMARY KEY (submission_id, ordinal)
) STRICT, WITHOUT ROWID;

-- What a job's submissions cannot take: a source, such as a folder that is not there (path_id is null), or a name that cannot be
-- read; is_notice: a source that is there and gives no file. A row stays for as long as each submission finds it so, and
-- submission_id is the first that did: one that is complete takes away what it did not find. So nothing grows from night to night.
CREATE TABLE submission_problem (
    problem_id    INTEGER PRIMARY KEY,
    job_id        INTEGER NOT NULL REFERENCES job DEFERRABLE INITIALLY DEFERRED,
    submission_id INTEGER NOT NULL REFERENCES submission DEFERRABLE INITIALLY DEFERRED,
    path_id       INTEGER REFERENCES path DEFERRABLE INITIALLY DEFERRED,
    source        TEXT    NOT NULL,
    stage         TEXT    NOT NULL,
    kind          TEXT    NOT NULL,
    code          TEXT,
    message       TEXT    NOT NULL,
    noted_at      INTEGER NOT NULL,
    is_notice     INTEGER NOT NULL DEFAULT 0 CHECK (is_notice = 0 OR is_notice = 1)
) STRICT;
CREATE UNIQUE INDEX submission_problem_by_name ON submission_problem (job_id, path_id);
CREATE UNIQUE INDEX submission_problem_by_source ON submission_problem (job_id, source, message) WHERE path_id IS NULL;

-- The recipes whose answers a job's rows show, since when and until when. New recipes are shown when the run that asks them has
-- ended, all at once. person: answers are people's corrections, which no run asks. feature_bit: 1 << the feature's number.
CREATE TABLE job_recipe (
    job_id          INTEGER NOT NULL REFERENCES job DEFERRABLE INITIALLY DEFERRED,
    recipe_id       INTEGER NOT NULL REFERENCES recipe DEFERRABLE INITIALLY DEFERRED,
    from_submission INTEGER NOT NULL REFERENCES submission DEFERRABLE INITIALLY DEFERRED,
    shown_from      INTEGER NOT NULL,
    shown_until     INTEGER,
    person          INTEGER NOT NULL DEFAULT 0 CHECK (person = 0 OR person = 1),
    feature_bit     INTEGER NOT NULL CHECK (feature_bit > 0),
    PRIMARY KEY (job_id, recipe_id, from_submission)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX job_recipe_shown ON job_recipe (recipe_id, job_id) WHERE shown_until IS NULL;

-- The images that a job's sources name. path_id is the first name that they gave and that is still there. is_kept: a query with
-- `keep` gave it, so that it may stay when no source names it; null as a rule. corrected: the bits of the features of which a
-- person's answer is shown and a machine's is not; null: none.
CREATE TABLE job_image (
    job_id           INTEGER NOT NULL,
    image_id         INTEGER NOT NULL,
    from_submission  INTEGER NOT NULL,
    until_submission INTEGER,
    path_id          INTEGER NOT NULL,
    missing_at       INTEGER,
    is_kept          INTEGER CHECK (is_kept = 1),
    corrected        INTEGER CHECK (corrected > 0),
    PRIMARY KEY (job_id, image_id, from_submission)
) STRICT, WITHOUT ROWID;

-- Work: runs, tasks and attempts ------------------------------------------------------------------------------------------

-- Work of a job that is pinned to its recipes. total = queued + running + done + failed + cancelled at every commit.
-- superseded_by: the submission that brought other recipes; nothing of the run is claimed from then on.
CREATE TABLE run (
    run_id        INTEGER PRIMARY KEY,
    job_id        INTEGER NOT NULL REFERENCES job,
    recipe_set_id INTEGER NOT NULL REFERENCES recipe_set,
    superseded_by INTEGER REFERENCES submission,
    priority      INTEGER NOT NULL DEFAULT 0 CHECK (priority BETWEEN -100 AND 100),
    submitted_at  INTEGER NOT NULL,
    finished_at   INTEGER,
    cancelled_at  INTEGER,
    paused_at     INTEGER,
    stopped_at    INTEGER,
    stop_reason   TEXT,
    total     INTEGER NOT NULL DEFAULT 0,
    queued    INTEGER NOT NULL DEFAULT 0 CHECK (queued >= 0),
    running   INTEGER NOT NULL DEFAULT 0 CHECK (running >= 0),
    done      INTEGER NOT NULL DEFAULT 0 CHECK (done >= 0),
    failed    INTEGER NOT NULL DEFAULT 0 CHECK (failed >= 0),
    cancelled INTEGER NOT NULL DEFAULT 0 CHECK (cancelled >= 0),
    CHECK (total = queued + running + done + failed + cancelled),
    CHECK (finished_at IS NULL OR queued + running = 0),
    CHECK ((stopped_at IS NULL) = (stop_reason IS NULL))
) STRICT;
CREATE INDEX run_by_job ON run (job_id, run_id);
CREATE INDEX run_open ON run (run_id) WHERE finished_at IS NULL;

-- Processes that work. On one host (boot and process namespace) pid and start time tell whether one lives; elsewhere
-- the lease does. A worker's calls are numbered: exchanges is the last one that was committed, and what the worker holds above
-- the attempt claims_after came with it, so that a call which is repeated after a lost connection changes nothing. The session is
-- the key by which the worker is known again.
CREATE TABLE worker (
    worker_id    INTEGER PRIMARY KEY,
    host         TEXT    NOT NULL,
    pid          INTEGER NOT NULL,
    pid_started  INTEGER NOT NULL,
    started_at   INTEGER NOT NULL,
    lease_ends   INTEGER NOT NULL,
    ended_at     INTEGER,
    session      BLOB    UNIQUE,
    exchanges    INTEGER NOT NULL DEFAULT 0 CHECK (exchanges >= 0),
    claims_after INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX worker_live ON worker (worker_id) WHERE ended_at IS NULL;

-- Nights of jobs, by the jobs' names: one at a time for each. The worker is the process's, which lives and dies as workers do, and
-- has no tasks; exit_status is null where the night was given up. awaiting_retry: images that failed in a way that may pass, and
-- that a later submission asks again, and one for queries of the sources that failed.
CREATE TABLE night (
    night_id    INTEGER PRIMARY KEY,
    job         TEXT    NOT NULL,
    key         BLOB    NOT NULL UNIQUE CHECK (length(key) = 16),
    worker_id   INTEGER NOT NULL REFERENCES worker,
    host_name   TEXT    NOT NULL,
    started_at  INTEGER NOT NULL,
    ended_at    INTEGER,
    exit_status INTEGER,
    awaiting_retry INTEGER NOT NULL DEFAULT 0 CHECK (awaiting_retry >= 0),
    CHECK (exit_status IS NULL OR ended_at IS NOT NULL)
) STRICT;
CREATE UNIQUE INDEX night_open ON night (job) WHERE ended_at IS NULL;
CREATE INDEX night_well ON night (job, ended_at) WHERE exit_status = 0 AND awaiting_retry = 0;

-- One image in one run: it asks those of the run's recipes that have no answer yet. attempt_id is the claim's fence: only its
-- holder may end the task. reason_from is the image (bytes_changed) or the recipe (model_changed, parameters_changed) that
-- was there before. send_content: the service could not fetch the image by its name, so that its bytes are sent. nights: how many
-- times in a row it was queued by itself because its failure might have passed.
CREATE TABLE task (
    task_id       INTEGER PRIMARY KEY,
    run_id        INTEGER NOT NULL,
    image_id      INTEGER NOT NULL,
    path_id       INTEGER NOT NULL,
    state         TEXT    NOT NULL CHECK (state = 'queued' OR state = 'running' OR state = 'done' OR state = 'failed'
        OR state = 'cancelled'),
    attempt_id    INTEGER,
    reason        TEXT    NOT NULL CHECK (reason = 'new' OR reason = 'bytes_changed' OR reason = 'model_changed'
        OR reason = 'parameters_changed' OR reason = 'feature_added' OR reason = 'failed_before' OR reason = 'too_old'
        OR reason = 'forced'),
    reason_from   INTEGER,
    send_content  INTEGER NOT NULL DEFAULT 0 CHECK (send_content = 0 OR send_content = 1),
    queued_at     INTEGER NOT NULL,
    not_before    INTEGER NOT NULL DEFAULT 0,
    attempt_count INTEGER NOT NULL DEFAULT 0,
    crash_count   INTEGER NOT NULL DEFAULT 0,
    isolated      INTEGER NOT NULL DEFAULT 0 CHECK (isolated = 0 OR isolated = 1),
    nights        INTEGER NOT NULL DEFAULT 0 CHECK (nights >= 0),
    finished_at   INTEGER,
    stage         TEXT,
    kind          TEXT,
    code          TEXT,
    message       TEXT,
    details       TEXT,
    CHECK ((state = 'running') = (attempt_id IS NOT NULL)),
    CHECK ((state = 'done' OR state = 'failed' OR state = 'cancelled') = (finished_at IS NOT NULL)),
    CHECK ((state = 'failed') = (kind IS NOT NULL AND message IS NOT NULL AND stage IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX task_by_image ON task (image_id, run_id);
CREATE UNIQUE INDEX task_running ON task (image_id) WHERE state = 'running';
CREATE INDEX task_queued ON task (run_id, isolated, not_before, task_id) WHERE state = 'queued';
CREATE INDEX task_failed ON task (run_id, kind) WHERE state = 'failed';
CREATE TRIGGER task_stay BEFORE DELETE ON task BEGIN
    SELECT RAISE(ABORT, 'a task is never deleted');
END;

-- The answers that a task asks for a second time: only one of a later generation than this satisfies it.
CREATE TABLE task_floor (
    task_id    INTEGER NOT NULL REFERENCES task DEFERRABLE INITIALLY DEFERRED,
    recipe_id  INTEGER NOT NULL REFERENCES recipe DEFERRABLE INITIALLY DEFERRED,
    generation INTEGER NOT NULL CHECK (generation > 0),
    PRIMARY KEY (task_id, recipe_id)
) STRICT, WITHOUT ROWID;

-- One try at a task; kept for ever. What attempt, answer and task.attempt_id name is checked by `cairn doctor`: a foreign key would
-- look it up for every image.
CREATE TABLE attempt (
    attempt_id    INTEGER PRIMARY KEY,
    task_id       INTEGER NOT NULL,
    run_id        INTEGER NOT NULL,
    worker_id     INTEGER NOT NULL,
    started_at    INTEGER NOT NULL,
    ended_at      INTEGER,
    outcome       TEXT    NOT NULL
        CHECK (outcome = 'running' OR outcome = 'answered' OR outcome = 'failed' OR outcome = 'retry'
            OR outcome = 'interrupted' OR outcome = 'died' OR outcome = 'lapsed'),
    http_status   INTEGER,
    code          TEXT,
    message       TEXT,
    details       TEXT,
    request_bytes INTEGER,
    images_in_request INTEGER CHECK (images_in_request > 0),
    latency_ms    INTEGER,
    CHECK ((outcome = 'running') = (ended_at IS NULL))
) STRICT;
CREATE INDEX attempt_by_task ON attempt (task_id);

-- The raw response of an attempt, deflated (RFC 1950); of a local model its output tensors' bytes. sent_width and sent_height are
-- the upright size of the picture that was sent; null where only a name was.
CREATE TABLE response (
    attempt_id  INTEGER PRIMARY KEY,
    body        BLOB NOT NULL,
    sent_width  INTEGER CHECK (sent_width > 0),
    sent_height INTEGER CHECK (sent_height > 0)
) STRICT;

-- Answers and what is in them ---------------------------------------------------------------------------------------------

-- The answer to one work key; an answer that is asked for a second time is its next generation. All jobs that ask the same share it.
-- A person's correction has neither a run nor an attempt, which are 0 then; undone, it is not the newest.
-- lacks_symbols: 1 where the response that is kept has symbols of text that no job has asked for; otherwise null.
CREATE TABLE answer (
    answer_id    INTEGER PRIMARY KEY,
    image_id     INTEGER NOT NULL,
    recipe_id    INTEGER NOT NULL,
    generation   INTEGER NOT NULL CHECK (generation > 0),
    is_newest    INTEGER NOT NULL CHECK (is_newest = 0 OR is_newest = 1),
    run_id       INTEGER NOT NULL,
    attempt_id   INTEGER NOT NULL,
    annotated_at INTEGER NOT NULL,
    lacks_symbols INTEGER CHECK (lacks_symbols = 1)
) STRICT;
CREATE UNIQUE INDEX answer_by_image ON answer (image_id, recipe_id, generation);
CREATE INDEX answer_by_time ON answer (strftime('%Y-%m-%dT%H:%M:%fZ', annotated_at / 1000.0, 'unixepoch'));
-- What a run brought: a job's newest answers to a recipe are the last ones of its newest runs.
CREATE INDEX answer_by_run ON answer (run_id, recipe_id);
CREATE INDEX answer_without_symbols ON answer (recipe_id, attempt_id) WHERE lacks_symbols IS NOT NULL;

-- What people saved in place of machines' answers: each saving is the next generation of the answer to the recipe
-- {backend: person, model: <job>, feature}.
CREATE TABLE correction (
    correction_id INTEGER PRIMARY KEY,
    job_id        INTEGER NOT NULL REFERENCES job,
    image_id      INTEGER NOT NULL REFERENCES image,
    feature       TEXT    NOT NULL,
    generation    INTEGER NOT NULL CHECK (generation > 0),
    answer_id     INTEGER NOT NULL UNIQUE REFERENCES answer,
    author        TEXT    NOT NULL,
    saved_at      INTEGER NOT NULL,
    undone_at     INTEGER
) STRICT;
CREATE INDEX correction_by_image ON correction (job_id, image_id);

-- Words with the entity they name, each pair once.
CREATE TABLE term (
    term_id     INTEGER PRIMARY KEY,
    description TEXT NOT NULL,
    mid         TEXT
) STRICT;
CREATE UNIQUE INDEX term_by_description ON term (description, ifnull(mid, ''));
CREATE INDEX term_by_mid ON term (mid);

-- One thing seen, by its place among those of its answer, from 0. kind: 0 label, 1 landmark, 2 logo, 3 face, 4 object, 5 text,
-- 6 safeSearch, 7 color, 8 cropHint, 9 webEntity, 10 webImage, 11 webPage, 12 webLabel, 13 product, 14 embedding, 15 segment,
-- 16 tensor, 17 caption.
-- rank: null where it is the place. topicality: null where it is the score, -1 where there is none.
-- term_id: null where the words are in annotation_more.
CREATE TABLE annotation (
    answer_id  INTEGER NOT NULL,
    place      INTEGER NOT NULL CHECK (place BETWEEN 0 AND 1048575),
    term_id    INTEGER,
    kind       INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 17),
    rank       INTEGER CHECK (rank >= 0),
    score      REAL,
    topicality REAL,
    PRIMARY KEY (answer_id, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX annotation_by_term ON annotation (term_id, kind);
-- The numbers by which the searches for words and places name annotations.
CREATE INDEX annotation_by_number ON annotation (CAST(answer_id << 20 | place AS INTEGER)) WHERE kind = 1 OR kind = 5;

-- What few annotations have: geometry in pixels of the upright original, the text element they lie in (parent, a place in the same
-- answer), running text, and all that has no column, as JSON.
CREATE TABLE annotation_more (
    answer_id  INTEGER NOT NULL,
    place      INTEGER NOT NULL,
    parent     INTEGER CHECK (parent BETWEEN 0 AND place - 1),
    level      TEXT CHECK (level = 'symbol' OR level = 'word' OR level = 'line' OR level = 'paragraph' OR level = 'block'
        OR level = 'page'),
    text       TEXT,
    locale     TEXT,
    x_min REAL, y_min REAL, x_max REAL, y_max REAL,
    polygon    TEXT,
    attributes TEXT,
    PRIMARY KEY (answer_id, place),
    CHECK ((polygon IS NULL) = (x_min IS NULL) AND (x_min IS NULL) = (y_max IS NULL))
) STRICT, WITHOUT ROWID;

-- An embedding's numbers, a segment's mask, a tensor's bytes: kinds 14, 15 and 16 have one, others none. With row numbers, so that
-- long blobs lie outside of the tree that is searched.
CREATE TABLE annotation_blob (
    answer_id  INTEGER NOT NULL,
    place      INTEGER NOT NULL,
    data       BLOB    NOT NULL,
    PRIMARY KEY (answer_id, place)
) STRICT;

-- Where a landmark is, in degrees (WGS 84); some have several places: the one shown, the one photographed.
CREATE TABLE location (
    location_id INTEGER PRIMARY KEY,
    answer_id   INTEGER NOT NULL,
    place       INTEGER NOT NULL,
    rank        INTEGER NOT NULL CHECK (rank >= 0),
    latitude    REAL    NOT NULL CHECK (latitude BETWEEN -90 AND 90),
    longitude   REAL    NOT NULL CHECK (longitude BETWEEN -180 AND 180),
    UNIQUE (answer_id, place, rank)
) STRICT;
CREATE INDEX location_by_place ON location (latitude, longitude);

-- The same places, to be searched by area: 32-bit boxes around them, which hold them and may hold a little more.
CREATE VIRTUAL TABLE landmarks_rtree USING rtree(
    location_id, latitude_min, latitude_max, longitude_min, longitude_max, +annotation_id, +location_rank
);

-- Running text, to be searched by words; rowid is annotation_id. Of an answer the paragraphs, or what it has instead, each as it is
-- read: lines joined, divided words whole. All of them, in the order of their rows, are the answer's plain text.
CREATE VIRTUAL TABLE texts_fts USING fts5(text, tokenize = 'unicode61 remove_diacritics 2');

-- Money: what the vendor may bill, written down before a byte is sent -------------------------------------------------------

-- Whose bill it is. Requests of an account are sent no earlier than opens_at, whichever process sends them. next_start: the start
-- of the next request under pace.requestsPerMinute and imagesPerMinute, in microseconds since 1970.
CREATE TABLE account (
    account_id INTEGER PRIMARY KEY,
    name       TEXT    NOT NULL UNIQUE,
    opens_at   INTEGER NOT NULL DEFAULT 0,
    next_start INTEGER NOT NULL DEFAULT 0
) STRICT;

-- What the clock said when a future time was last written down (task.not_before, account.opens_at and next_start,
-- worker.lease_ends). Where that is itself in the future, the clock was set back since, or another machine's clock is ahead.
CREATE TABLE clock (
    clock_id INTEGER PRIMARY KEY CHECK (clock_id = 1),
    read_at  INTEGER NOT NULL
) STRICT;
INSERT INTO clock (clock_id, read_at) VALUES (1, 0);

-- Account-wide caps, set by people.
CREATE TABLE quota (
    account_id    INTEGER NOT NULL REFERENCES account,
    period        TEXT    NOT NULL CHECK (period IN ('day', 'month')),
    cap_units     INTEGER CHECK (cap_units >= 0),
    cap_micro_usd INTEGER CHECK (cap_micro_usd >= 0),
    set_at        INTEGER NOT NULL,
    PRIMARY KEY (account_id, period)
) STRICT, WITHOUT ROWID;

-- One row for each attempt and recipe: one unit. reserved -> sent -> settled | released | uncertain; uncertain is closed by
-- people. micro_usd is the most it can cost, in millionths of a US dollar; day is the vendor's, `2026-11-21`.
CREATE TABLE ledger (
    attempt_id INTEGER NOT NULL,
    recipe_id  INTEGER NOT NULL,
    account_id INTEGER NOT NULL,
    day        TEXT    NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    micro_usd  INTEGER NOT NULL CHECK (micro_usd >= 0),
    state      TEXT    NOT NULL CHECK (state = 'reserved' OR state = 'sent' OR state = 'settled'
        OR state = 'released' OR state = 'uncertain'),
    changed_at INTEGER NOT NULL,
    PRIMARY KEY (attempt_id, recipe_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX ledger_uncertain ON ledger (account_id, day) WHERE state = 'uncertain';

CREATE TRIGGER ledger_order BEFORE UPDATE OF state ON ledger
WHEN NOT (OLD.state = 'reserved' AND (NEW.state = 'sent' OR NEW.state = 'released')
    OR OLD.state = 'sent' AND (NEW.state = 'settled' OR NEW.state = 'released' OR NEW.state = 'uncertain')
    OR OLD.state = 'uncertain' AND (NEW.state = 'settled' OR NEW.state = 'released')) BEGIN
    SELECT RAISE(ROLLBACK, 'a unit is reserved, sent, and then settled, released or uncertain');
END;
CREATE TRIGGER ledger_stay BEFORE DELETE ON ledger BEGIN
    SELECT RAISE(ABORT, 'a unit is never deleted');
END;

-- The ledger's sums for each run, account, vendor's month and feature. A unit that is free beside another one is counted apart
-- from those that can cost something.
CREATE TABLE ledger_total (
    run_id     INTEGER NOT NULL REFERENCES run,
    account_id INTEGER NOT NULL REFERENCES account,
    month      TEXT    NOT NULL,
    feature    TEXT    NOT NULL,
    reserved   INTEGER NOT NULL DEFAULT 0 CHECK (reserved >= 0),
    settled    INTEGER NOT NULL DEFAULT 0 CHECK (settled >= 0),
    uncertain  INTEGER NOT NULL DEFAULT 0 CHECK (uncertain >= 0),
    settled_paid INTEGER NOT NULL DEFAULT 0 CHECK (settled_paid BETWEEN 0 AND settled),
    micro_usd  INTEGER NOT NULL DEFAULT 0 CHECK (micro_usd >= 0),
    PRIMARY KEY (run_id, account_id, month, feature)
) STRICT, WITHOUT ROWID;

-- What counts against each cap: settled + uncertain + reserved, and the cap that held when it was last raised. No claim
-- can pass a cap: the CHECK undoes its transaction.
CREATE TABLE cap_usage (
    scope     TEXT    NOT NULL CHECK (scope = 'run' OR scope = 'job_day' OR scope = 'job_month' OR scope = 'account_day'
        OR scope = 'account_month'),
    subject   INTEGER NOT NULL,
    period    TEXT    NOT NULL,
    units     INTEGER NOT NULL DEFAULT 0 CHECK (units >= 0),
    micro_usd INTEGER NOT NULL DEFAULT 0 CHECK (micro_usd >= 0),
    cap_units     INTEGER,
    cap_micro_usd INTEGER,
    PRIMARY KEY (scope, subject, period),
    CHECK (cap_units IS NULL OR units <= cap_units),
    CHECK (cap_micro_usd IS NULL OR micro_usd <= cap_micro_usd)
) STRICT, WITHOUT ROWID;

-- What the query planner takes for the sizes of tables, whatever they are: of each index the rows, and the rows that have the same
-- first column, first two columns and so on. So a question has the same plan in an empty, a small and a large store. ANALYZE
-- replaces these by real figures.
ANALYZE sqlite_schema;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('folder', 'sqlite_autoindex_folder_1', '1000 1000 1'),
    ('image', 'image_by_digest', '1000000 1 1'),
    ('path', 'path_by_path', '1000000 1 1 1 1'),
    ('path', 'path_by_folder', '1000000 1000'),
    ('path', 'path_by_image', '1000000 1'),
    ('job', 'sqlite_autoindex_job_1', '20 1'),
    ('recipe', 'sqlite_autoindex_recipe_1', '10 1'),
    ('recipe_set', 'sqlite_autoindex_recipe_set_1', '10 1'),
    ('recipe_set_member', 'recipe_set_member', '20 2 1'),
    ('submission', 'submission_by_job', '100 25 1'),
    ('submission_problem', 'submission_problem_by_submission', '20 2'),
    ('job_recipe', 'job_recipe', '40 2 1 1'),
    ('job_recipe', 'job_recipe_shown', '40 4 1'),
    ('job_image', 'job_image', '10000000 500000 1 1'),
    ('run', 'run_by_job', '100 25 1'),
    ('run', 'run_open', '4 1'),
    ('worker', 'worker_live', '4 1'),
    ('night', 'night_open', '4 1'),
    ('night', 'night_well', '1000 100 1'),
    ('task', 'task_by_image', '1000000 1 1'),
    ('task', 'task_running', '1000 1'),
    ('task', 'task_queued', '100000 50000 20000 10000 1'),
    ('task', 'task_failed', '100 10 5'),
    ('task_floor', 'task_floor', '1000 1 1'),
    ('attempt', 'attempt_by_task', '1000000 1'),
    ('response', NULL, '1000000'),
    ('answer', 'answer_by_image', '3000000 3 1 1'),
    ('answer', 'answer_by_time', '3000000 1'),
    ('answer', 'answer_by_run', '3000000 30000 30000'),
    ('answer', 'answer_without_symbols', '100000 10000 1'),
    ('term', 'term_by_description', '1000000 1 1'),
    ('term', 'term_by_mid', '1000000 1'),
    ('annotation', 'annotation', '30000000 10 1'),
    ('annotation', 'annotation_by_term', '30000000 3000 3000'),
    ('annotation', 'annotation_by_number', '100000 1'),
    ('annotation_more', 'annotation_more', '1000000 10 1'),
    ('annotation_blob', 'sqlite_autoindex_annotation_blob_1', '1000000 1 1'),
    ('location', 'sqlite_autoindex_location_1', '100000 2 1 1'),
    ('location', 'location_by_place', '100000 1 1'),
    ('account', 'sqlite_autoindex_account_1', '2 1'),
    ('ledger', 'ledger', '1000000 1 1'),
    ('ledger', 'ledger_uncertain', '100 50 5'),
    ('ledger_total', 'ledger_total', '200 2 2 1 1'),
    ('cap_usage', 'cap_usage', '200 50 10 1');
-- The connection that makes the store reads them now, others when they open it.
ANALYZE sqlite_schema;
