SELECT o.path, o.description, o.score, n.score FROM labels_history AS o JOIN labels_history AS n USING (image_id, description)
    WHERE o.recipe_id = 1 AND n.recipe_id = 2 AND n.score > o.score
