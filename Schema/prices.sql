-- What one unit costs, in millionths of a US dollar: one feature on one image. Replaced whole, with the views, by a program
-- that brings another table.
-- https://cloud.google.com/vision/pricing, as it stood on 2026-11-21: each feature's first 1,000 units of a month are free, then
-- `first` up to 5,000,000 units, then `second`; the last block of 1,000 is pro-rated. Where Google names no second price the
-- first is the most. Product search is not in the table: its price is not known here.
DROP TABLE IF EXISTS price;
CREATE TABLE price (
    feature    TEXT    PRIMARY KEY,
    free_units INTEGER NOT NULL,
    first      INTEGER NOT NULL,
    first_tier INTEGER NOT NULL,
    second     INTEGER NOT NULL,
    -- The feature beside which this one is free on the same image in the same request.
    free_with  TEXT
) STRICT, WITHOUT ROWID;
INSERT INTO price VALUES
    ('LABEL_DETECTION',         1000, 1500, 5000000, 1000, NULL),
    ('TEXT_DETECTION',          1000, 1500, 5000000,  600, NULL),
    ('DOCUMENT_TEXT_DETECTION', 1000, 1500, 5000000,  600, NULL),
    ('FACE_DETECTION',          1000, 1500, 5000000,  600, NULL),
    ('LANDMARK_DETECTION',      1000, 1500, 5000000,  600, NULL),
    ('LOGO_DETECTION',          1000, 1500, 5000000,  600, NULL),
    ('IMAGE_PROPERTIES',        1000, 1500, 5000000,  600, NULL),
    ('SAFE_SEARCH_DETECTION',   1000, 1500, 5000000,  600, 'LABEL_DETECTION'),
    ('CROP_HINTS',              1000, 1500, 5000000,  600, 'IMAGE_PROPERTIES'),
    ('WEB_DETECTION',           1000, 3500, 5000000, 3500, NULL),
    ('OBJECT_LOCALIZATION',     1000, 2250, 5000000, 1500, NULL);
