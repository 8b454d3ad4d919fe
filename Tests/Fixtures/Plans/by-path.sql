SELECT job, description, score FROM labels WHERE path = '/pictures/77.jpg'
