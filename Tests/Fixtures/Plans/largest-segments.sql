SELECT path, description, share FROM segments WHERE job = 'c' AND image_id BETWEEN 5 AND 500 ORDER BY share DESC
