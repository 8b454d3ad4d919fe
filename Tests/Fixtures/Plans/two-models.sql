SELECT x.path, x.description, x.score, y.score FROM labels AS x JOIN labels AS y USING (image_id, description)
    WHERE x.job = 'a' AND y.job = 'c' AND x.description = 'word 60'
