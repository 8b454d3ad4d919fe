SELECT l.description, l.score FROM image_paths AS p JOIN labels AS l USING (image_id) WHERE l.job = 'a' AND p.path = '/pictures/77.jpg'
