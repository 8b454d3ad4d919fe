SELECT path, description, latitude, longitude FROM landmarks WHERE job = 'c' AND latitude BETWEEN 48.8 AND 48.9
    AND longitude BETWEEN 2.2 AND 2.4
