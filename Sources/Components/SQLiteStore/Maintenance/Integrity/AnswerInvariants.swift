/// What never may be of answers, of what is in them and of who shows them, with the question that names the rows.
let answerInvariants: [(String, String)] = [
    (
        "answers whose is_newest flag is wrong",
        """
        SELECT 'row ' || r.answer_id || ' of answer' FROM answer AS r WHERE r.is_newest <> (r.generation = (
            SELECT max(o.generation) FROM answer AS o WHERE o.image_id = r.image_id AND o.recipe_id = r.recipe_id))
            AND (r.is_newest = 1 OR r.run_id <> 0)
        """
    ),
    (
        "annotations without an answer",
        """
        SELECT DISTINCT 'answer ' || a.answer_id FROM annotation AS a
        WHERE NOT EXISTS (SELECT 1 FROM answer AS r WHERE r.answer_id = a.answer_id)
        """
    ),
    (
        "annotations without a term and without a text",
        """
        SELECT \(named) FROM annotation AS a LEFT JOIN annotation_more AS m USING (answer_id, place)
        WHERE NOT EXISTS (SELECT 1 FROM term AS t WHERE t.term_id = a.term_id)
            AND (a.term_id IS NOT NULL OR m.text IS NULL)
        """
    ),
    (
        "geometry and texts without an annotation",
        """
        SELECT \(named) FROM annotation_more AS a WHERE NOT EXISTS (
            SELECT 1 FROM annotation AS o WHERE o.answer_id = a.answer_id AND o.place = a.place)
        """
    ),
    (
        "blobs without an annotation, or of an annotation that has none",
        """
        SELECT \(named) FROM annotation_blob AS a WHERE NOT EXISTS (
            SELECT 1 FROM annotation AS o
            WHERE o.answer_id = a.answer_id AND o.place = a.place AND o.kind BETWEEN 14 AND 16)
        """
    ),
    (
        "embeddings, segments and tensors without their blob",
        """
        SELECT \(named) FROM annotation AS a WHERE a.kind BETWEEN 14 AND 16 AND NOT EXISTS (
            SELECT 1 FROM annotation_blob AS b WHERE b.answer_id = a.answer_id AND b.place = a.place)
        """
    ),
    (
        "text elements that lie in something that is not a text element of their answer",
        """
        SELECT \(named) FROM annotation_more AS a WHERE a.parent IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM annotation AS p WHERE p.answer_id = a.answer_id AND p.place = a.parent AND p.kind = 5)
        """
    ),
    (
        "locations without an annotation",
        """
        SELECT 'row ' || l.location_id || ' of location' FROM location AS l WHERE NOT EXISTS (
            SELECT 1 FROM annotation AS a WHERE a.answer_id = l.answer_id AND a.place = l.place)
        """
    ),
    (
        "places that a search by area would not find",
        """
        SELECT 'row ' || location_id || ' of location' FROM (
            SELECT location_id, answer_id << 20 | place, rank FROM location
            EXCEPT SELECT location_id, annotation_id, location_rank FROM landmarks_rtree)
        """
    ),
    (
        "places that only a search by area finds",
        """
        SELECT 'row ' || location_id || ' of landmarks_rtree' FROM (
            SELECT location_id FROM landmarks_rtree EXCEPT SELECT location_id FROM location)
        """
    ),
    (
        "searched texts without an annotation",
        """
        SELECT 'row ' || x.rowid || ' of texts_fts' FROM texts_fts AS x WHERE NOT EXISTS (
            SELECT 1 FROM annotation AS a
            WHERE a.answer_id = x.rowid >> 20 AND a.place = (x.rowid & 1048575) AND a.kind = 5)
        """
    ),
    (
        "images of a job whose name is another image's",
        """
        SELECT 'job ' || i.job_id || ', image ' || i.image_id FROM job_image AS i JOIN path AS p USING (path_id)
        WHERE p.image_id IS NOT i.image_id
        """
    ),
    (
        "images that a job selects twice",
        """
        SELECT 'job ' || job_id || ', image ' || image_id FROM job_image WHERE until_submission IS NULL
        GROUP BY job_id, image_id HAVING count(*) > 1
        """
    ),
    (
        "recipes that a job shows twice",
        """
        SELECT 'job ' || job_id || ', recipe ' || recipe_id FROM job_recipe WHERE shown_until IS NULL
        GROUP BY job_id, recipe_id HAVING count(*) > 1
        """
    ),
]

/// What never may be of people's corrections, with the question that names the rows.
let correctionInvariants: [(String, String)] = [
    (
        "answers that neither a run nor a correction brought, or both",
        """
        SELECT 'row ' || r.answer_id || ' of answer' FROM answer AS r JOIN recipe AS c USING (recipe_id)
        WHERE (r.run_id = 0, r.attempt_id = 0, EXISTS (SELECT 1 FROM correction AS k WHERE k.answer_id = r.answer_id
                AND k.image_id = r.image_id AND k.feature = c.feature AND k.generation = r.generation))
            IS NOT (c.backend = '\(personBackend)', c.backend = '\(personBackend)', c.backend = '\(personBackend)')
        """
    ),
    (
        "corrections that are undone and shown",
        """
        SELECT 'row ' || k.correction_id || ' of correction' FROM correction AS k JOIN answer AS r USING (answer_id)
        WHERE k.undone_at IS NOT NULL AND r.is_newest = 1
        """
    ),
    (
        "corrections beside which a machine's answer is shown",
        """
        SELECT 'row ' || k.correction_id || ' of correction' FROM correction AS k JOIN answer AS r USING (answer_id)
        JOIN job_image AS i ON i.job_id = k.job_id AND i.image_id = k.image_id
        LEFT JOIN job_recipe AS s ON s.job_id = k.job_id AND s.recipe_id = r.recipe_id
        WHERE r.is_newest = 1 AND CASE WHEN s.person IS NOT 1 THEN TRUE
            WHEN s.shown_until IS NULL THEN ifnull(i.corrected, 0) & s.feature_bit = 0
            ELSE EXISTS (SELECT 1 FROM job_recipe AS m WHERE m.job_id = k.job_id AND m.shown_until IS NULL
                AND m.person = 0 AND m.feature_bit = s.feature_bit) END
        """
    ),
    (
        "images marked as corrected that have no correction",
        """
        SELECT 'job ' || i.job_id || ', image ' || i.image_id FROM job_image AS i WHERE i.corrected IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM correction AS k JOIN answer AS r USING (answer_id)
            WHERE k.job_id = i.job_id AND k.image_id = i.image_id AND r.is_newest = 1)
        """
    ),
]

/// What the annotation `a` is called.
private let named = "'answer ' || a.answer_id || ', place ' || a.place"
