"""What must hold in a store at every commit, asked by a reader that knows nothing of the program; and the vendor's meter
against it."""

import collections
import sqlite3

from stage import Broken

MADE = "SELECT count(*) FROM sqlite_schema WHERE name = 'cap_usage'"

QUESTIONS = [
    ("runs whose sums do not hold", """
        SELECT count(*) FROM run AS r WHERE total <> queued + running + done + failed + cancelled OR
            (total, queued, running, done, failed, cancelled) IS NOT (SELECT count(*), count(*) FILTER (WHERE state = 'queued'),
                count(*) FILTER (WHERE state = 'running'), count(*) FILTER (WHERE state = 'done'),
                count(*) FILTER (WHERE state = 'failed'), count(*) FILTER (WHERE state = 'cancelled')
            FROM task AS t WHERE t.run_id = r.run_id)"""),
    ("work keys answered twice", "SELECT count(*) FROM (SELECT 1 FROM answer GROUP BY image_id, recipe_id HAVING count(*) > 1)"),
    ("tasks done twice", "SELECT count(*) FROM (SELECT 1 FROM attempt WHERE outcome = 'answered' GROUP BY task_id HAVING count(*) > 1)"),
    ("tasks done without all their answers", """
        SELECT count(*) FROM task AS t JOIN run AS u USING (run_id) JOIN recipe_set_member AS m USING (recipe_set_id)
        LEFT JOIN task_floor AS f ON f.task_id = t.task_id AND f.recipe_id = m.recipe_id
        WHERE t.state = 'done' AND NOT EXISTS (SELECT 1 FROM answer AS r
            WHERE r.image_id = t.image_id AND r.recipe_id = m.recipe_id AND r.generation > ifnull(f.generation, 0))"""),
    ("answers of an attempt that is not done, or of a task that is not done", """
        SELECT count(*) FROM answer AS r JOIN attempt AS a USING (attempt_id) JOIN task AS t USING (task_id)
        WHERE a.outcome <> 'answered' OR t.state <> 'done'"""),
    ("answers without annotations", "SELECT count(*) FROM answer AS r WHERE NOT EXISTS (SELECT 1 FROM annotation AS a WHERE a.answer_id = r.answer_id)"),
    ("annotations without their answer, or more of an annotation that is not there", """
        SELECT (SELECT count(*) FROM annotation AS a LEFT JOIN answer AS r USING (answer_id) WHERE r.answer_id IS NULL)
            + (SELECT count(*) FROM annotation_more AS m LEFT JOIN annotation AS a USING (answer_id, place) WHERE a.place IS NULL)
            + (SELECT count(*) FROM annotation_blob AS b LEFT JOIN annotation AS a USING (answer_id, place) WHERE a.place IS NULL)
            + (SELECT count(*) FROM location AS l LEFT JOIN annotation AS a USING (answer_id, place) WHERE a.place IS NULL)"""),
    ("annotations whose words are in no term", """
        SELECT count(*) FROM annotation AS a LEFT JOIN term AS t USING (term_id) WHERE a.term_id IS NOT NULL AND t.term_id IS NULL"""),
    ("answers or attempts of something that is not there", """
        SELECT (SELECT count(*) FROM answer WHERE image_id NOT IN (SELECT image_id FROM image) OR recipe_id NOT IN (SELECT recipe_id FROM recipe)
                OR run_id NOT IN (SELECT run_id FROM run) OR attempt_id NOT IN (SELECT attempt_id FROM attempt))
            + (SELECT count(*) FROM attempt WHERE task_id NOT IN (SELECT task_id FROM task) OR run_id NOT IN (SELECT run_id FROM run)
                OR worker_id NOT IN (SELECT worker_id FROM worker))"""),
    ("work keys without one newest answer, or whose newest answer is not the last", """
        SELECT count(*) FROM (SELECT 1 FROM answer GROUP BY image_id, recipe_id
            HAVING sum(is_newest) <> 1 OR max(generation) <> max(generation) FILTER (WHERE is_newest))"""),
    ("images that are in a job's selection twice", """
        SELECT count(*) FROM (SELECT 1 FROM job_image WHERE until_submission IS NULL GROUP BY job_id, image_id HAVING count(*) > 1)"""),
    ("tasks whose image was never in the selection of their job", """
        SELECT count(*) FROM task AS t JOIN run AS u USING (run_id) WHERE NOT EXISTS
            (SELECT 1 FROM job_image AS i WHERE i.job_id = u.job_id AND i.image_id = t.image_id)"""),
    ("images that run twice at one time", """
        SELECT count(*) FROM (SELECT 1 FROM task WHERE state = 'running' GROUP BY image_id HAVING count(*) > 1)"""),
    ("answers whose unit is not settled", """
        SELECT count(*) FROM answer AS r JOIN recipe AS c USING (recipe_id) LEFT JOIN ledger AS l USING (attempt_id, recipe_id)
        WHERE c.backend <> 'tflite' AND l.state IS NOT 'settled'"""),
    ("tasks running whose attempt has ended, or attempts running without their task", """
        SELECT (SELECT count(*) FROM task AS t LEFT JOIN attempt AS a USING (attempt_id) WHERE t.state = 'running' AND a.outcome IS NOT 'running')
            + (SELECT count(*) FROM attempt AS a JOIN task AS t USING (task_id) WHERE a.outcome = 'running' AND t.attempt_id IS NOT a.attempt_id)"""),
    ("attempts running for a worker that has ended", """
        SELECT count(*) FROM attempt AS a JOIN worker AS w USING (worker_id) WHERE a.outcome = 'running' AND w.ended_at IS NOT NULL"""),
    ("units open though their attempt has ended, or closed though it runs", """
        SELECT count(*) FROM ledger AS l JOIN attempt AS a USING (attempt_id)
        WHERE (l.state IN ('reserved', 'sent')) <> (a.outcome = 'running')"""),
    ("attempts running without a unit for each recipe that is not answered yet", """
        SELECT count(*) FROM attempt AS a JOIN task AS t USING (task_id) JOIN run AS u ON u.run_id = t.run_id
        JOIN recipe_set_member AS m USING (recipe_set_id)
        LEFT JOIN task_floor AS f ON f.task_id = t.task_id AND f.recipe_id = m.recipe_id
        WHERE a.outcome = 'running' AND (SELECT c.backend FROM recipe AS c WHERE c.recipe_id = m.recipe_id) <> 'tflite' AND NOT EXISTS
            (SELECT 1 FROM ledger AS l WHERE l.attempt_id = a.attempt_id AND l.recipe_id = m.recipe_id)
        AND NOT EXISTS (SELECT 1 FROM answer AS r
            WHERE r.image_id = t.image_id AND r.recipe_id = m.recipe_id AND r.generation > ifnull(f.generation, 0))"""),
    ("attempts of another run than their task's", "SELECT count(*) FROM attempt AS a JOIN task AS t USING (task_id) WHERE a.run_id <> t.run_id"),
    ("sums of a run, month and feature that are not those of the ledger", """
        WITH kept AS (SELECT run_id, account_id, month, feature, reserved, settled, uncertain FROM ledger_total
                WHERE reserved + settled + uncertain > 0),
            counted AS (SELECT a.run_id, l.account_id, substr(l.day, 1, 7), c.feature, sum(l.state IN ('reserved', 'sent')),
                sum(l.state = 'settled'), sum(l.state = 'uncertain')
                FROM ledger AS l JOIN attempt AS a USING (attempt_id) JOIN recipe AS c USING (recipe_id)
                WHERE l.state <> 'released' GROUP BY 1, 2, 3, 4)
        SELECT (SELECT count(*) FROM (SELECT * FROM kept EXCEPT SELECT * FROM counted))
            + (SELECT count(*) FROM (SELECT * FROM counted EXCEPT SELECT * FROM kept))"""),
    ("caps passed", "SELECT count(*) FROM cap_usage WHERE units > cap_units OR micro_usd > cap_micro_usd"),
]


class Books:
    """A store, read from outside."""

    def __init__(self, stage):
        self.stage = stage

    def connect(self):
        connection = sqlite3.connect(self.stage.store, timeout=60, isolation_level=None)
        connection.execute("PRAGMA query_only = 1")
        return connection

    def is_there(self):
        """Whether the store is there with its tables."""
        if not self.stage.store.exists():
            return False
        connection = self.connect()
        try:
            return connection.execute(MADE).fetchone()[0] == 1
        finally:
            connection.close()

    def expect_none(self, counts, when=""):
        """Each of `counts`, words and a query for a number, must be 0."""
        for words, sql in counts:
            if count := self.number(sql):
                raise Broken(f"{when}{count} {words}")

    def number(self, sql):
        connection = self.connect()
        try:
            return connection.execute(sql).fetchone()[0]
        finally:
            connection.close()

    def rows(self, sql):
        connection = self.connect()
        try:
            return connection.execute(sql).fetchall()
        finally:
            connection.close()

    def is_free(self):
        """Whether the store is made, and nobody holds a lock that others would wait for; it waits for nobody itself."""
        if not self.stage.store.exists():
            return False
        connection = sqlite3.connect(self.stage.store, timeout=0, isolation_level=None)
        try:
            connection.execute("BEGIN IMMEDIATE")
            is_made = connection.execute(MADE).fetchone()[0] == 1
            connection.execute("ROLLBACK")
            return is_made
        except sqlite3.OperationalError:
            return False
        finally:
            connection.close()

    def digests(self):
        """The images, as the meter names them."""
        return {row[0] for row in self.rows("SELECT lower(hex(digest)) FROM image")}

    def units(self):
        """(settled, possible) by (digest, feature): what was certainly billed, and what may have been."""
        settled, possible = collections.Counter(), collections.Counter()
        for digest, feature, state, count in self.rows("""
                SELECT lower(hex(i.digest)), c.feature, l.state, count(*) FROM ledger AS l JOIN attempt AS a USING (attempt_id)
                JOIN task AS t USING (task_id) JOIN image AS i USING (image_id) JOIN recipe AS c USING (recipe_id)
                WHERE l.state IN ('sent', 'settled', 'uncertain') GROUP BY i.image_id, c.recipe_id, l.state"""):
            possible[digest, feature] += count
            if state == "settled":
                settled[digest, feature] += count
        return settled, possible

    def check(self, cap=None):
        """Everything that must hold now, whether workers live or not; `cap` says what the meter may say at most.

        The meter is read before the upper bounds and after the lower one: all of them only grow.
        """
        connection = self.connect()
        try:
            connection.execute("BEGIN")
            found = [f"{count} {words}" for words, sql in QUESTIONS if (count := connection.execute(sql).fetchone()[0])]
        finally:
            connection.close()
        digests = self.digests()
        before = {key: count for key, count in self.stage.peer.counts().items() if key[0] in digests}
        settled, possible = self.units()
        after = self.stage.peer.counts()
        for key, count in before.items():
            if count > possible[key]:
                found.append(f"{key}: {count} units on the meter, {possible[key]} in the books at most")
        for key, count in settled.items():
            if after[key] < count:
                found.append(f"{key}: {count} units settled, {after[key]} on the meter")
        metered = sum(count for key, count in after.items() if key[0] in digests)
        most = cap() if cap else None
        if most is not None and metered > most:
            found.append(f"{metered} units on the meter, the cap is {most}")
        if found:
            raise Broken("; ".join(found[:10]))

    def summary(self):
        """Figures of a store at its end."""
        digests = self.digests()
        settled, possible = self.units()
        return {
            "images": len(digests),
            "settled": settled.total(),
            "metered": sum(count for key, count in self.stage.peer.counts().items() if key[0] in digests),
            "possible": possible.total(),
            "died": self.number("SELECT count(*) FROM attempt WHERE outcome = 'died'"),
            "retries": self.number("SELECT count(*) FROM attempt WHERE outcome IN ('retry', 'interrupted')"),
        }
