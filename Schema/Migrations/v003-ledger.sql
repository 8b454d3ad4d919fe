-- The books: what the vendor may bill, written down before a byte is sent.

-- Whose bill it is. Requests of an account go out no earlier than opens_at, whichever process sends them.
CREATE TABLE account (
    account_id INTEGER PRIMARY KEY,
    name       TEXT    NOT NULL UNIQUE,
    opens_at   INTEGER NOT NULL DEFAULT 0,
    -- The start of the next request under pace.requestsPerMinute and imagesPerMinute, in microseconds since 1970.
    next_start INTEGER NOT NULL DEFAULT 0
) STRICT;

-- What the clock said when a moment to come was last written down (task.not_before, account.opens_at and next_start,
-- worker.lease_ends). Where that is itself still to come, the clock was set back since, or somebody's goes before ours.
CREATE TABLE clock (
    clock_id INTEGER PRIMARY KEY CHECK (clock_id = 1),
    read_at  INTEGER NOT NULL
) STRICT;
INSERT INTO clock (clock_id, read_at) SELECT 1, ifnull(max(started_at), 0) FROM worker;

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
    attempt_id INTEGER NOT NULL REFERENCES attempt DEFERRABLE INITIALLY DEFERRED,
    recipe_id  INTEGER NOT NULL REFERENCES recipe DEFERRABLE INITIALLY DEFERRED,
    account_id INTEGER NOT NULL REFERENCES account DEFERRABLE INITIALLY DEFERRED,
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

-- The ledger's sums for each run, account, vendor's month and feature. A unit that rides free with another is counted
-- beside those that can cost something.
CREATE TABLE tally (
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
CREATE TABLE spent (
    scope     TEXT    NOT NULL CHECK (scope = 'run' OR scope = 'job day' OR scope = 'job month' OR scope = 'account day'
        OR scope = 'account month'),
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

-- The newest answer of all when a task was queued: only later ones answer it. Clocks may be set back; numbers are not.
ALTER TABLE task ADD COLUMN after_result INTEGER NOT NULL DEFAULT 0;
UPDATE task SET after_result = ifnull((SELECT max(r.result_id) FROM result AS r
    WHERE r.image_id = task.image_id AND r.annotated_at < task.queued_at), 0)
WHERE state <> 'done';

-- Among the runs that have work the one with the highest priority is worked on first; of a paused one nothing is claimed.
ALTER TABLE run ADD COLUMN priority INTEGER NOT NULL DEFAULT 0 CHECK (priority BETWEEN -100 AND 100);
ALTER TABLE run ADD COLUMN paused_at INTEGER;
