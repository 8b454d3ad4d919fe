-- The jobs of a rollout side by side: pictures, those without a label, and the mean score of each picture's best label.
SELECT i.job, count(*) AS pictures, sum(best.score IS NULL) AS without_label, round(avg(best.score), 3) AS mean_score
FROM job_images AS i
LEFT JOIN (SELECT job, image_id, max(score) AS score FROM labels GROUP BY job, image_id) AS best
    ON best.job = i.job AND best.image_id = i.image_id
WHERE i.state = 'answered'
GROUP BY i.job ORDER BY i.job
