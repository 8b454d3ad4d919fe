SELECT image_id, group_concat(path) FROM image_paths WHERE replaced_at IS NULL GROUP BY image_id HAVING count(*) > 1
