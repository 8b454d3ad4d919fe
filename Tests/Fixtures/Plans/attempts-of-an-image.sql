SELECT * FROM attempts WHERE image_id = 77
