SELECT n.image_id, n.description FROM labels_history AS n WHERE n.image_id = 77 AND n.generation = 2 AND NOT EXISTS
    (SELECT 1 FROM labels_history AS o WHERE o.image_id = n.image_id AND o.generation = 1 AND o.description = n.description)
