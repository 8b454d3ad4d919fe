SELECT l.path, abs(i.camera_latitude - l.latitude) + abs(i.camera_longitude - l.longitude) AS off
    FROM landmarks AS l JOIN images AS i USING (image_id) WHERE l.job = 'c' AND i.camera_latitude IS NOT NULL ORDER BY off DESC LIMIT 20
