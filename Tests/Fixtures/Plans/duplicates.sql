SELECT image_id, names, path FROM duplicates ORDER BY image_id, path
