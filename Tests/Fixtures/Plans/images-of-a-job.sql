SELECT state, count(*) FROM job_images WHERE job = 'a' GROUP BY state
