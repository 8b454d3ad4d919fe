SELECT path, text FROM texts WHERE job = 'c' AND annotation_id IN (SELECT rowid FROM texts_fts WHERE texts_fts MATCH 'exit')
