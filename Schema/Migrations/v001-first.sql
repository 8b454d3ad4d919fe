-- The first store. Steps are never edited once released; later ones are added beside this file.
-- Moments are whole milliseconds since 1970 UTC; the views show them as ISO 8601.
-- Tables are named in the singular; the plural names belong to the views, which are what people use.

-- What the store says of itself: the digest of the views it has, the program that made it.
CREATE TABLE property (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Folders as bytes with a closing slash, relative to the store's own folder where they lie below it, so that a
-- store moved together with its pictures goes on knowing them. '' is the store's folder itself.
CREATE TABLE folder (
    folder_id INTEGER PRIMARY KEY,
    path      BLOB    NOT NULL UNIQUE,
    seen_at   INTEGER NOT NULL
) STRICT;

-- Content, whatever its names. Width and height are upright; null where the bytes are no picture that is known.
CREATE TABLE image (
    image_id         INTEGER PRIMARY KEY,
    sha256           BLOB    NOT NULL UNIQUE CHECK (length(sha256) = 32),
    bytes            INTEGER NOT NULL CHECK (bytes >= 0),
    format           TEXT,
    width            INTEGER CHECK (width > 0),
    height           INTEGER CHECK (height > 0),
    orientation      INTEGER NOT NULL CHECK (orientation BETWEEN 1 AND 8),
    taken_at         INTEGER,
    camera_latitude  REAL CHECK (camera_latitude BETWEEN -90 AND 90),
    camera_longitude REAL CHECK (camera_longitude BETWEEN -180 AND 180),
    first_seen_at    INTEGER NOT NULL
) STRICT;

-- Names of content. A name with the same size, time of change and inode as when it was read is not read again.
-- Without an image: a name that could not be read yet.
CREATE TABLE path (
    path_id     INTEGER PRIMARY KEY,
    folder_id   INTEGER NOT NULL REFERENCES folder,
    name        BLOB    NOT NULL,
    image_id    INTEGER REFERENCES image,
    bytes       INTEGER,
    modified_ns INTEGER,
    inode       INTEGER,
    seen_at     INTEGER NOT NULL,
    missing_at  INTEGER,
    UNIQUE (folder_id, name)
) STRICT;
CREATE INDEX path_by_image ON path (image_id, path_id);

CREATE TABLE job (
    job_id INTEGER PRIMARY KEY,
    name   TEXT NOT NULL UNIQUE
) STRICT;

-- One submission of a job. The counters are kept by the triggers below and checked at every change:
-- submitted = waiting + running + done + failed + cancelled, at every commit.
CREATE TABLE run (
    run_id          INTEGER PRIMARY KEY,
    job_id          INTEGER NOT NULL REFERENCES job,
    manifest_digest BLOB    NOT NULL CHECK (length(manifest_digest) = 32),
    manifest        BLOB    NOT NULL,
    manifest_path   BLOB    NOT NULL,
    deaths          INTEGER NOT NULL CHECK (deaths > 0),
    submitted_at    INTEGER NOT NULL,
    finished_at     INTEGER,
    cancelled_at    INTEGER,
    total     INTEGER NOT NULL DEFAULT 0,
    waiting   INTEGER NOT NULL DEFAULT 0 CHECK (waiting >= 0),
    running   INTEGER NOT NULL DEFAULT 0 CHECK (running >= 0),
    done      INTEGER NOT NULL DEFAULT 0 CHECK (done >= 0),
    failed    INTEGER NOT NULL DEFAULT 0 CHECK (failed >= 0),
    cancelled INTEGER NOT NULL DEFAULT 0 CHECK (cancelled >= 0),
    CHECK (total = waiting + running + done + failed + cancelled),
    CHECK (finished_at IS NULL OR waiting + running = 0)
) STRICT;
CREATE INDEX run_by_job ON run (job_id, run_id);
CREATE INDEX run_open ON run (run_id) WHERE finished_at IS NULL;

-- Backend, model name and feature without version and parameters: the newest answer of a lineage is current.
CREATE TABLE lineage (
    lineage_id INTEGER PRIMARY KEY,
    name       TEXT NOT NULL UNIQUE
) STRICT;

-- Everything that decides an answer besides the image; with an image's it makes the work key.
CREATE TABLE recipe (
    recipe_id   INTEGER PRIMARY KEY,
    digest      BLOB    NOT NULL UNIQUE CHECK (length(digest) = 32),
    lineage_id  INTEGER NOT NULL REFERENCES lineage,
    backend     TEXT    NOT NULL,
    model       TEXT    NOT NULL,
    feature     TEXT    NOT NULL,
    description TEXT    NOT NULL
) STRICT;

-- Sets of recipes, so that a task names all it asks for with one number. The digest is of its recipes' digests.
CREATE TABLE feature_set (
    feature_set_id INTEGER PRIMARY KEY,
    digest         BLOB NOT NULL UNIQUE CHECK (length(digest) = 32)
) STRICT;
CREATE TABLE feature_set_recipe (
    feature_set_id INTEGER NOT NULL REFERENCES feature_set,
    recipe_id      INTEGER NOT NULL REFERENCES recipe,
    PRIMARY KEY (feature_set_id, recipe_id)
) STRICT, WITHOUT ROWID;

-- Processes that work. On one host (boot and process namespace) pid and start time tell whether one lives; elsewhere
-- the lease does.
CREATE TABLE worker (
    worker_id   INTEGER PRIMARY KEY,
    host        TEXT    NOT NULL,
    pid         INTEGER NOT NULL,
    pid_started INTEGER NOT NULL,
    started_at  INTEGER NOT NULL,
    lease_ends  INTEGER NOT NULL,
    images_per_second REAL NOT NULL DEFAULT 0,
    ended_at    INTEGER
) STRICT;
CREATE INDEX worker_live ON worker (worker_id) WHERE ended_at IS NULL;

-- One image in one run. attempt_id is the claim's fence: only who holds it may end the task. That what it refers to is there is
-- checked at the commit: a statement that may fail half-way costs SQLite a journal of its own, with a copy of every page.
CREATE TABLE task (
    task_id        INTEGER PRIMARY KEY,
    run_id         INTEGER NOT NULL REFERENCES run DEFERRABLE INITIALLY DEFERRED,
    image_id       INTEGER REFERENCES image DEFERRABLE INITIALLY DEFERRED,
    path_id        INTEGER NOT NULL REFERENCES path DEFERRABLE INITIALLY DEFERRED,
    feature_set_id INTEGER NOT NULL REFERENCES feature_set DEFERRABLE INITIALLY DEFERRED,
    state          TEXT    NOT NULL CHECK (state = 'waiting' OR state = 'running' OR state = 'done' OR state = 'failed'
        OR state = 'cancelled'),
    attempt_id     INTEGER REFERENCES attempt DEFERRABLE INITIALLY DEFERRED,
    queued_at      INTEGER NOT NULL,
    not_before     INTEGER NOT NULL DEFAULT 0,
    tries          INTEGER NOT NULL DEFAULT 0,
    deaths         INTEGER NOT NULL DEFAULT 0,
    alone          INTEGER NOT NULL DEFAULT 0 CHECK (alone IN (0, 1)),
    finished_at    INTEGER,
    stage          TEXT,
    kind           TEXT,
    code           TEXT,
    message        TEXT,
    CHECK ((state = 'running') = (attempt_id IS NOT NULL)),
    CHECK ((state = 'done' OR state = 'failed' OR state = 'cancelled') = (finished_at IS NOT NULL)),
    CHECK ((state = 'failed') = (kind IS NOT NULL AND message IS NOT NULL AND stage IS NOT NULL)),
    CHECK (image_id IS NOT NULL OR state IN ('failed', 'cancelled'))
) STRICT;
CREATE UNIQUE INDEX task_image_once ON task (run_id, image_id) WHERE image_id IS NOT NULL;
CREATE UNIQUE INDEX task_unread_once ON task (run_id, path_id) WHERE image_id IS NULL;
CREATE INDEX task_by_image ON task (image_id);
CREATE INDEX task_waiting ON task (run_id, alone, not_before, task_id) WHERE state = 'waiting';
CREATE INDEX task_failed ON task (run_id, kind) WHERE state = 'failed';

-- finished_at by itself, and only where it changes: it moves the run in an index.
CREATE TRIGGER task_counted AFTER INSERT ON task BEGIN
    UPDATE run SET finished_at = NULL
    WHERE run_id = NEW.run_id AND finished_at IS NOT NULL AND (NEW.state = 'waiting' OR NEW.state = 'running');
    UPDATE run SET
        total = total + 1,
        waiting = waiting + (NEW.state = 'waiting'),
        failed = failed + (NEW.state = 'failed'),
        done = done + (NEW.state = 'done'),
        running = running + (NEW.state = 'running'),
        cancelled = cancelled + (NEW.state = 'cancelled')
    WHERE run_id = NEW.run_id;
    UPDATE run SET finished_at = NEW.finished_at WHERE run_id = NEW.run_id AND waiting + running = 0;
END;
CREATE TRIGGER task_moved AFTER UPDATE OF state ON task WHEN OLD.state <> NEW.state BEGIN
    UPDATE run SET finished_at = NULL
    WHERE run_id = NEW.run_id AND finished_at IS NOT NULL AND (NEW.state = 'waiting' OR NEW.state = 'running');
    UPDATE run SET
        waiting = waiting + (NEW.state = 'waiting') - (OLD.state = 'waiting'),
        running = running + (NEW.state = 'running') - (OLD.state = 'running'),
        done = done + (NEW.state = 'done') - (OLD.state = 'done'),
        failed = failed + (NEW.state = 'failed') - (OLD.state = 'failed'),
        cancelled = cancelled + (NEW.state = 'cancelled') - (OLD.state = 'cancelled')
    WHERE run_id = NEW.run_id;
    UPDATE run SET finished_at = NEW.finished_at WHERE run_id = NEW.run_id AND waiting + running = 0;
END;
CREATE TRIGGER task_stay BEFORE DELETE ON task BEGIN
    SELECT RAISE(ABORT, 'a task is never deleted');
END;

-- One try at a task; kept for ever.
CREATE TABLE attempt (
    attempt_id    INTEGER PRIMARY KEY,
    task_id       INTEGER NOT NULL REFERENCES task DEFERRABLE INITIALLY DEFERRED,
    worker_id     INTEGER NOT NULL REFERENCES worker DEFERRABLE INITIALLY DEFERRED,
    started_at    INTEGER NOT NULL,
    ended_at      INTEGER,
    outcome       TEXT    NOT NULL
        CHECK (outcome = 'running' OR outcome = 'done' OR outcome = 'failed' OR outcome = 'retry'
            OR outcome = 'interrupted' OR outcome = 'died' OR outcome = 'lapsed'),
    http_status   INTEGER,
    code          TEXT,
    message       TEXT,
    request_bytes INTEGER,
    latency_ms    INTEGER,
    CHECK ((outcome = 'running') = (ended_at IS NULL))
) STRICT;
CREATE INDEX attempt_by_task ON attempt (task_id);
CREATE INDEX attempt_running ON attempt (worker_id) WHERE outcome = 'running';

-- The raw response of an attempt, deflated (RFC 1950); of a local model its output tensors' bytes.
CREATE TABLE response (
    attempt_id INTEGER PRIMARY KEY REFERENCES attempt,
    body       BLOB NOT NULL
) STRICT;

-- The answer to one work key; a refreshed one is its next generation.
CREATE TABLE result (
    result_id    INTEGER PRIMARY KEY,
    image_id     INTEGER NOT NULL REFERENCES image DEFERRABLE INITIALLY DEFERRED,
    recipe_id    INTEGER NOT NULL REFERENCES recipe DEFERRABLE INITIALLY DEFERRED,
    lineage_id   INTEGER NOT NULL REFERENCES lineage DEFERRABLE INITIALLY DEFERRED,
    generation   INTEGER NOT NULL CHECK (generation > 0),
    is_current   INTEGER NOT NULL CHECK (is_current IN (0, 1)),
    run_id       INTEGER NOT NULL REFERENCES run DEFERRABLE INITIALLY DEFERRED,
    attempt_id   INTEGER NOT NULL REFERENCES attempt DEFERRABLE INITIALLY DEFERRED,
    annotated_at INTEGER NOT NULL,
    UNIQUE (image_id, recipe_id, generation)
) STRICT;
CREATE UNIQUE INDEX result_current ON result (image_id, lineage_id) WHERE is_current = 1;

-- One thing seen. Geometry is in pixels of the upright original.
CREATE TABLE annotation (
    annotation_id INTEGER PRIMARY KEY,
    result_id     INTEGER NOT NULL REFERENCES result,
    kind          TEXT    NOT NULL CHECK (kind IN ('label', 'object')),
    rank          INTEGER NOT NULL CHECK (rank >= 0),
    description   TEXT    NOT NULL,
    mid           TEXT,
    score         REAL,
    topicality    REAL,
    x_min REAL, y_min REAL, x_max REAL, y_max REAL,
    polygon       TEXT,
    attributes    TEXT,
    CHECK ((polygon IS NULL) = (x_min IS NULL) AND (x_min IS NULL) = (y_max IS NULL))
) STRICT;
CREATE INDEX annotation_by_result ON annotation (result_id);
CREATE INDEX annotation_by_description ON annotation (description, kind, score);
