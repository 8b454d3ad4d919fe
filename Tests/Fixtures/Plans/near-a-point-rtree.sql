SELECT path, description, latitude, longitude FROM landmarks WHERE job = 'c' AND annotation_id IN
    (SELECT annotation_id FROM landmarks_rtree WHERE latitude_max >= 48.8 AND latitude_min <= 48.9
        AND longitude_max >= 2.2 AND longitude_min <= 2.4)
