SELECT description, dimension, vector FROM embeddings WHERE job = 'a' AND image_id = 5
