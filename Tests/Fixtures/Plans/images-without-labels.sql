SELECT path FROM job_images AS i WHERE job = 'a'
    AND NOT EXISTS (SELECT 1 FROM labels AS l WHERE l.job = 'a' AND l.image_id = i.image_id)
