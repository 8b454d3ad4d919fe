"""What must hold in a store at every commit, asked by a reader that knows nothing of the program; and the vendor's meter
against it."""

import collections
import sqlite3

from stage import Broken

MADE = "SELECT count(*) FROM sqlite_schema WHERE name = 'spent'"

QUESTIONS = [
    ("runs whose sums do not hold", """
        SELECT count(*) FROM run AS r WHERE total <> waiting + running + done + failed + cancelled OR
            (total, waiting, running, done, failed, cancelled) IS NOT (SELECT count(*), count(*) FILTER (WHERE state = 'waiting'),
                count(*) FILTER (WHERE state = 'running'), count(*) FILTER (WHERE state = 'done'),
                count(*) FILTER (WHERE state = 'failed'), count(*) FILTER (WHERE state = 'cancelled')
            FROM task AS t WHERE t.run_id = r.run_id)"""),
    ("work keys answered twice", "SELECT count(*) FROM (SELECT 1 FROM result GROUP BY image_id, recipe_id HAVING count(*) > 1)"),
    ("tasks done twice", "SELECT count(*) FROM (SELECT 1 FROM attempt WHERE outcome = 'done' GROUP BY task_id HAVING count(*) > 1)"),
    ("tasks done without all their answers", """
        SELECT count(*) FROM task AS t JOIN feature_set_recipe AS f USING (feature_set_id) WHERE t.state = 'done' AND NOT EXISTS
            (SELECT 1 FROM result AS r WHERE r.image_id = t.image_id AND r.recipe_id = f.recipe_id)"""),
    ("answers of an attempt that is not done, or of a task that is not done", """
        SELECT count(*) FROM result AS r JOIN attempt AS a USING (attempt_id) JOIN task AS t USING (task_id)
        WHERE a.outcome <> 'done' OR t.state <> 'done'"""),
    ("answers without annotations", "SELECT count(*) FROM result AS r WHERE NOT EXISTS (SELECT 1 FROM annotation AS a WHERE a.result_id = r.result_id)"),
    ("answers whose unit is not settled", """
        SELECT count(*) FROM result AS r LEFT JOIN ledger AS l USING (attempt_id, recipe_id) WHERE l.state IS NOT 'settled'"""),
    ("tasks in hand whose attempt has ended, or attempts running without their task", """
        SELECT (SELECT count(*) FROM task AS t LEFT JOIN attempt AS a USING (attempt_id) WHERE t.state = 'running' AND a.outcome IS NOT 'running')
            + (SELECT count(*) FROM attempt AS a JOIN task AS t USING (task_id) WHERE a.outcome = 'running' AND t.attempt_id IS NOT a.attempt_id)"""),
    ("attempts running for a worker that has ended", """
        SELECT count(*) FROM attempt AS a JOIN worker AS w USING (worker_id) WHERE a.outcome = 'running' AND w.ended_at IS NOT NULL"""),
    ("units open though their attempt has ended, or closed though it runs", """
        SELECT count(*) FROM ledger AS l JOIN attempt AS a USING (attempt_id)
        WHERE (l.state IN ('reserved', 'sent')) <> (a.outcome = 'running')"""),
    ("attempts in hand without a unit for each recipe that is not answered yet", """
        SELECT count(*) FROM attempt AS a JOIN task AS t USING (task_id) JOIN feature_set_recipe AS f USING (feature_set_id)
        WHERE a.outcome = 'running' AND NOT EXISTS
            (SELECT 1 FROM ledger AS l WHERE l.attempt_id = a.attempt_id AND l.recipe_id = f.recipe_id)
        AND NOT EXISTS (SELECT 1 FROM result AS r WHERE r.image_id = t.image_id AND r.recipe_id = f.recipe_id)"""),
    ("caps passed", "SELECT count(*) FROM spent WHERE units > cap_units OR micro_usd > cap_micro_usd"),
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
        return {row[0] for row in self.rows("SELECT lower(hex(sha256)) FROM image")}

    def units(self):
        """(settled, possible) by (digest, feature): what was certainly billed, and what may have been."""
        settled, possible = collections.Counter(), collections.Counter()
        for digest, feature, state, count in self.rows("""
                SELECT lower(hex(i.sha256)), c.feature, l.state, count(*) FROM ledger AS l JOIN attempt AS a USING (attempt_id)
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
