SELECT description, score FROM labels WHERE image_id = 77 AND job = 'a'
