-- Every kind of annotation the Vision API has: text in levels, places on the earth; and the size of what was sent.

-- Nothing refers to annotations but themselves, so the table is made anew with what it has gained.
ALTER TABLE annotation RENAME TO annotation_before;
DROP INDEX annotation_by_result;
DROP INDEX annotation_by_description;

-- ORs, since SQLite makes a table of a longer IN's words for every row that is inserted, which takes thrice the row's time.
-- One thing seen. Geometry is in pixels of the upright original. A text element names the one it lies in, of the same answer.
CREATE TABLE annotation (
    annotation_id INTEGER PRIMARY KEY,
    result_id     INTEGER NOT NULL REFERENCES result DEFERRABLE INITIALLY DEFERRED,
    parent_id     INTEGER REFERENCES annotation DEFERRABLE INITIALLY DEFERRED,
    kind          TEXT    NOT NULL CHECK (kind = 'label' OR kind = 'text' OR kind = 'object' OR kind = 'landmark'
        OR kind = 'logo' OR kind = 'face' OR kind = 'safeSearch' OR kind = 'color' OR kind = 'cropHint'
        OR kind = 'webEntity' OR kind = 'webImage' OR kind = 'webPage' OR kind = 'webLabel' OR kind = 'product'),
    rank          INTEGER NOT NULL CHECK (rank >= 0),
    description   TEXT    NOT NULL,
    mid           TEXT,
    score         REAL,
    topicality    REAL,
    locale        TEXT,
    level         TEXT CHECK (level = 'word' OR level = 'line' OR level = 'paragraph' OR level = 'block' OR level = 'page'),
    x_min REAL, y_min REAL, x_max REAL, y_max REAL,
    polygon       TEXT,
    attributes    TEXT,
    CHECK ((polygon IS NULL) = (x_min IS NULL) AND (x_min IS NULL) = (y_max IS NULL)),
    CHECK (kind = 'text' OR (level IS NULL AND parent_id IS NULL))
) STRICT;
INSERT INTO annotation (annotation_id, result_id, kind, rank, description, mid, score, topicality, x_min, y_min, x_max,
    y_max, polygon, attributes)
SELECT annotation_id, result_id, kind, rank, description, mid, score, topicality, x_min, y_min, x_max,
    y_max, polygon, attributes
FROM annotation_before ORDER BY annotation_id;
DROP TABLE annotation_before;
CREATE INDEX annotation_by_result ON annotation (result_id);
-- The description alone: new rows come last among those of the same words, so that a commit writes few pages of the index.
CREATE INDEX annotation_by_description ON annotation (description);
CREATE INDEX annotation_by_parent ON annotation (parent_id) WHERE parent_id IS NOT NULL;

-- Where a landmark is, in degrees (WGS 84); some have several places: the one shown, the one photographed.
CREATE TABLE location (
    location_id   INTEGER PRIMARY KEY,
    annotation_id INTEGER NOT NULL REFERENCES annotation,
    rank          INTEGER NOT NULL CHECK (rank >= 0),
    latitude      REAL    NOT NULL CHECK (latitude BETWEEN -90 AND 90),
    longitude     REAL    NOT NULL CHECK (longitude BETWEEN -180 AND 180),
    UNIQUE (annotation_id, rank)
) STRICT;

-- The same places, to be searched by area: 32-bit boxes around them, which hold them and may hold a little more.
CREATE VIRTUAL TABLE landmarks_rtree USING rtree(
    location_id, latitude_min, latitude_max, longitude_min, longitude_max, +annotation_id, +location_rank
);

-- Running text, to be searched by words; rowid is the annotation's. Of an answer the paragraphs, or what it has instead.
CREATE VIRTUAL TABLE texts_fts USING fts5(text, tokenize = 'unicode61 remove_diacritics 2');

-- The upright size of the picture that was sent; null where nothing was, or only a name.
ALTER TABLE response ADD COLUMN sent_width INTEGER CHECK (sent_width > 0);
ALTER TABLE response ADD COLUMN sent_height INTEGER CHECK (sent_height > 0);
