SELECT text FROM plain_texts WHERE job = 'c' AND image_id = 7
