SELECT path, json_extract(attributes, '$.adult') FROM annotations WHERE job = 'c' AND kind = 'safeSearch'
    AND json_extract(attributes, '$.adult') = 'LIKELY'
