SELECT path, kind, message FROM failures WHERE job = 'a'
