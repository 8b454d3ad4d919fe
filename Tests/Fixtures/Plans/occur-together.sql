SELECT a.description, b.description AS with_label, count(*) AS images FROM labels AS a JOIN labels AS b
    ON b.job = a.job AND b.image_id = a.image_id AND b.description > a.description WHERE a.job = 'a' GROUP BY 1, 2 ORDER BY images DESC LIMIT 20
