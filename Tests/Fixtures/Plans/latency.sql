SELECT avg(latency_ms), max(latency_ms) FROM attempts WHERE outcome = 'answered'
