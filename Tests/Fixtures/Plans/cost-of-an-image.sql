SELECT sum(units), sum(usd_high) FROM charges WHERE image_id = 77
