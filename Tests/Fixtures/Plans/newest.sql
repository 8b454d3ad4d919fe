SELECT path, description, annotated_at FROM labels WHERE job = 'a' ORDER BY annotated_at DESC LIMIT 20
