SELECT l.description, l.generation FROM image_paths AS p JOIN labels_history AS l USING (image_id)
    WHERE p.path = '/pictures/77.jpg' AND p.replaced_at IS NOT NULL
