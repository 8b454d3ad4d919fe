SELECT description, count(*), avg(score) FROM labels WHERE job = 'a' GROUP BY description ORDER BY 2 DESC LIMIT 20
