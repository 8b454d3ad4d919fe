SELECT y.description, count(*) FROM labels AS x JOIN labels AS y USING (image_id)
    WHERE x.job = 'a' AND y.job = 'a' AND x.description = 'word 60' AND y.description <> x.description GROUP BY 1 ORDER BY 2 DESC LIMIT 10
