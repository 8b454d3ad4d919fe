SELECT path, text FROM text_search WHERE job = 'c' AND text MATCH 'exit'
