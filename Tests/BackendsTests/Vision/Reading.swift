import JSON
import Domain

@testable import Backends

/// Recipes of `kind: vision` for some features.
func recipes(_ types: [FeatureType]) -> [Recipe] {
    VisionPlan(
        VisionSettings(auth: .applicationDefault), features: types.map { Feature(type: $0) }, prepare: Prepare()
    ).recipes
}

/// A picture of 100 by 50 pixels, sent for an original of twice that size.
let halved = Frame(sent: Size(width: 100, height: 50), original: Size(width: 200, height: 100))

/// What is read of one image's response.
func annotations(
    _ json: String, _ type: FeatureType, in frame: Frame = halved, symbols: Bool = false
) throws -> [Annotation] {
    try answer(json, type, in: frame, symbols: symbols)?.annotations ?? []
}

/// The answer that is read of one image's response.
func answer(_ json: String, _ type: FeatureType, in frame: Frame = halved, symbols: Bool = false) throws -> Answer? {
    let asked = recipes([type])
    let node = try JSONDocument(Array(json.utf8)).root
    guard let response = ImageResponse(node, asking: asked) else { return nil }
    return response.reading(of: asked, in: frame, symbols: symbols).answers.first
}

func points(_ numbers: [Double]) -> [Point] {
    stride(from: 0, to: numbers.count, by: 2).map { Point(x: numbers[$0], y: numbers[$0 + 1]) }
}

/// One response with every kind of annotation, as REST has it.
let everything = #"""
    {
      "faceAnnotations": [{
        "boundingPoly": {"vertices": [{}, {"x": 10}, {"x": 10, "y": 20}, {"y": 20}]},
        "fdBoundingPoly": {"vertices": [{"x": 1, "y": 2}, {"x": 3, "y": 4}]},
        "landmarks": [{"type": "LEFT_EYE", "position": {"x": 2.5, "y": 4, "z": -1.5}}, {"position": {}}],
        "rollAngle": -1.25, "tiltAngle": 0.1, "detectionConfidence": 0.921, "landmarkingConfidence": 0.5,
        "joyLikelihood": "VERY_LIKELY", "angerLikelihood": "VERY_UNLIKELY", "blurredLikelihood": "SOMETHING_NEW"
      }],
      "landmarkAnnotations": [{
        "mid": "/m/02j81", "description": "Eiffel Tower", "score": 0.921,
        "boundingPoly": {"vertices": [{"x": -3, "y": 1}, {"x": 99, "y": 1}, {"x": 99, "y": 60}]},
        "locations": [{"latLng": {"latitude": 48.858461, "longitude": 2.294351}}, {"latLng": {"longitude": -7.5}}]
      }],
      "logoAnnotations": [{"description": "Cairn", "boundingPoly": {"vertices": [{"x": 1}]}}],
      "labelAnnotations": [
        {"mid": "/m/01bqvp", "description": "Sky", "score": 0.98, "topicality": 0.97, "locale": "en",
         "properties": [{"name": "kind", "value": "thing"}, {"name": "n", "uint64Value": "18446744073709551615"}]},
        {"description": "Tower \"old\" \u00e9"}
      ],
      "localizedObjectAnnotations": [{
        "mid": "/m/01j51", "languageCode": "en", "name": "Balloon", "score": 0.75,
        "boundingPoly": {"normalizedVertices": [{"x": 0.25}, {"x": 0.5, "y": 0.5}, {"y": 1}]}
      }],
      "safeSearchAnnotation": {"adult": "VERY_UNLIKELY", "violence": "POSSIBLE", "racy": "LIKELY"},
      "imagePropertiesAnnotation": {"dominantColors": {"colors": [
        {"color": {"red": 208, "green": 159.6}, "score": 0.5, "pixelFraction": 0.125}, {"color": {"alpha": 0.5}}
      ]}},
      "cropHintsAnnotation": {"cropHints": [{
        "boundingPoly": {"vertices": [{}, {"x": 50}, {"x": 50, "y": 25}, {"y": 25}]}, "confidence": 0.25,
        "importanceFraction": 0.75
      }]},
      "webDetection": {
        "webEntities": [{"entityId": "/m/0k8", "score": 13.5, "description": "Cairn"}, {"entityId": "/m/1"}],
        "fullMatchingImages": [{"url": "https://e.org/a.jpg", "score": 0.5}],
        "visuallySimilarImages": [{"url": "https://e.org/b.jpg"}],
        "pagesWithMatchingImages": [{"url": "https://e.org/", "pageTitle": "A <b>cairn</b>",
          "partialMatchingImages": [{"url": "https://e.org/c.jpg"}]}],
        "bestGuessLabels": [{"label": "cairn", "languageCode": "en"}]
      },
      "productSearchResults": {
        "indexTime": "2024-01-01T00:00:00Z",
        "results": [
          {"product": {"name": "projects/p/locations/l/products/shoe", "displayName": "Shoe", "productCategory":
            "apparel", "productLabels": [{"key": "colour", "value": "red"}]}, "score": 0.8, "image": "i/1"},
          {"product": {"name": "projects/p/locations/l/products/hat"}, "score": 0.4, "image": "i/2"}],
        "productGroupedResults": [{
          "boundingPoly": {"normalizedVertices": [{}, {"x": 1}, {"x": 1, "y": 0.5}]},
          "results": [
            {"product": {"name": "projects/p/locations/l/products/shoe", "displayName": "Shoe", "productCategory":
              "apparel", "productLabels": [{"key": "colour", "value": "red"}]}, "score": 0.8, "image": "i/1"},
            {"product": {"name": "projects/p/locations/l/products/sock"}, "image": "i/3"}],
          "objectAnnotations": [{"name": "Footwear", "mid": "/m/09j5n", "score": 0.5}]}]
      },
      "textAnnotations": [
        {"locale": "en", "description": "Old cai-\nrn\n\u00a9",
         "boundingPoly": {"vertices": [{}, {"x": 90}, {"x": 90, "y": 40}, {"y": 40}]}},
        {"description": "Old", "boundingPoly": {"vertices": [{}, {"x": 10}, {"x": 10, "y": 5}, {"y": 5}]}}
      ],
      "fullTextAnnotation": {
        "text": "Old cai-\nrn\n\u00a9",
        "pages": [{"width": 100, "height": 50, "property": {"detectedLanguages": [
          {"languageCode": "en", "confidence": 0.9}, {"languageCode": "de"}]}, "blocks": [
          {"blockType": "TEXT", "confidence": 0.875,
           "boundingBox": {"vertices": [{}, {"x": 90}, {"x": 90, "y": 30}, {"y": 30}]}, "paragraphs": [{"words": [
            {"boundingBox": {"vertices": [{}, {"x": 10}, {"x": 10, "y": 5}, {"y": 5}]}, "confidence": 0.5,
             "property": {"detectedLanguages": [{"languageCode": "en"}]},
             "symbols": [{"text": "O"}, {"text": "l"},
              {"text": "d", "property": {"detectedBreak": {"type": "SPACE"}}}]},
            {"symbols": [{"text": "cai", "property": {"detectedBreak": {"type": "HYPHEN"}}}]},
            {"symbols": [{"text": "rn", "property": {"detectedBreak": {"type": "LINE_BREAK"}}}]}]}]},
          {"blockType": "TABLE", "paragraphs": [{"words": [
            {"symbols": [{"text": "\u00a9", "property": {"detectedBreak": {"type": "SURE_SPACE", "isPrefix": true}}}]}
          ]}]},
          {"blockType": "BARCODE"}]}]
      }
    }
    """#
