SELECT path, description, score FROM labels WHERE job = 'a' AND description = 'word 60' AND score BETWEEN 0.5 AND 0.6
    ORDER BY score LIMIT 100
