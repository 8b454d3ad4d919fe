SELECT o.path, sum((o.x_max - o.x_min) * (o.y_max - o.y_min)) / (i.width * i.height) AS share
    FROM objects AS o JOIN images AS i USING (image_id) WHERE o.job = 'c' AND o.description = 'word 60' GROUP BY o.image_id
