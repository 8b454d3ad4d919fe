SELECT substr(i.taken_at, 1, 7) AS month, count(*) FROM labels AS l JOIN images AS i USING (image_id)
    WHERE l.job = 'a' AND l.description = 'word 60' GROUP BY month
