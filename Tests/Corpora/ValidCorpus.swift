/// Manifests that reader and schema take; together they use every key.
package let validCorpus: [String] =
    [
        designExample, firebaseExample, tfliteExample,
        manifest("{kind: automl, manifest: flowers/manifest.json, threshold: 0.5, maxResults: 3}"),
        manifest("{kind: tesseract, languages: [eng, deu, script/Latin]}"),
        manifest("{kind: tesseract}", features: "[DOCUMENT_TEXT_DETECTION]"),
        manifest("{kind: tesseract, psm: 11, whitelist: '0123456789', timeout: 90s, symbols: true}"),
        manifest(tflite), manifest(tflite, features: "[OBJECT_LOCALIZATION]"),
        manifest(tflite, features: "[{type: LABEL_DETECTION}]"),
        manifest("{kind: tflite, model: m, output: {meaning: detection}}", features: "[OBJECT_LOCALIZATION]"),
        manifest("{kind: tflite, model: m, output: {meaning: classification}}", features: "[LABEL_DETECTION]"),
        manifest("{kind: tflite, model: m, output: {type: int8}}", features: "[LABEL_DETECTION]"),
        manifest("{kind: tflite, model: m, output: {meaning: embedding}}", features: "[IMAGE_EMBEDDING]"),
        manifest("{kind: tflite, model: m, output: {index: 1, meaning: raw}}", features: "[RAW_TENSORS]"),
        manifest(
            "{kind: tflite, model: m, output: {meaning: segmentation, activation: sigmoid}, ignore: "
                + "[background]}"),
        manifest("{kind: tflite, model: m, output: {activation: none}, threshold: -2.5}"),
        manifest(
            "{kind: tflite, model: m, outputs: [{name: scores, meaning: classification}, {index: 1, meaning: "
                + "embedding}]}",
            features: "[LABEL_DETECTION, IMAGE_EMBEDDING]"),
        manifest("{kind: tflite, model: m, outputs: [{name: a, meaning: raw, type: int64, dimensions: [1]}]}"),
        manifest("{kind: tflite, model: m, input: {mean: [0], std: [1]}, threshold: 0, maxResults: 1000}"),
        manifest("{kind: tflite, model: m, input: {mean: 0, std: 255, metadata: ignore}}"),
        manifest("{kind: tflite, model: m, input: {metadata: use}}"),
        manifest(
            "{kind: firebase, project: p, function: f, sameAs: 'https://a/annotateImage', auth: {idToken: env:T}}",
            features: "[LABEL_DETECTION]"),
        manifest(
            "{kind: firebase, account: p, url: 'https://a/f', sameAs: my-project/annotateImage, auth: {idToken: env:T}}",
            features: "[LABEL_DETECTION]"),
        manifest("{kind: tflite, model: m, input: {dimensions: [1, 8, 8, 4], mean: [1, 2, 3, -4], std: [1, 2, 3, 4]}}"),
        manifest("{kind: tflite, model: m, input: {index: 0, name: a, feed: picture, decode: exact, channels: BGR}}"),
        manifest(
            "{kind: tflite, model: m, input: {layout: NCHW, dimensions: [1, 3, 8, 9], mean: [1, 2, 3], type: int16}}"),
        manifest("{kind: tflite, model: m, input: {dimensions: [1, 3, 8, 9], std: [1, 2, 3], type: float16}}"),
        manifest("{kind: tflite, model: m, input: {channels: greyscale, layout: NHWC, mean: [1], decode: scaled}}"),
        manifest(
            "{kind: tflite, model: m, inputs: [{index: 0, feed: zeros, type: int64, dimensions: [2]}, "
                + "{name: b, feed: {value: -0.5}}, {name: c, channels: RGB, type: int32}, {index: 63, type: bool}]}"),
        manifest("{kind: automl, manifest: m.json}", features: "[LABEL_DETECTION]"),
        hosted("storage: gs://bucket/models/flowers.tflite"),
        hosted("storage: gs://b/m.tflite, auth: {adc: true}, when: always, endpoint: 'http://127.0.0.1:1'"),
        hosted("storage: gs://b/m, auth: {webKey: env:K, anonymous: true}, appCheck: env:T"),
        hosted("storage: models/flowers.tflite, plist: GoogleService-Info.plist"),
        hosted("storage: gs://b/m, project: p, appCheck: {appId: '1:2:web:a', debugToken: env:D, webKey: env:W}"),
        hosted("storage: gs://b/m, project: p, auth: {webKey: env:K, anonymous: true, userFile: .user}"),
        hosted("storage: m, plist: p, auth: {webKey: env:K, anonymous: true, userFile: .user}"),
        hosted("storage: m, plist: l, project: p, auth: {webKey: env:K, anonymous: true, userFile: .user}"),
        hosted("url: 'https://a.org/m.tflite?v=2', sha256: \(digest), when: changed, between: 23:30-05:00"),
        hosted("url: 'http://127.0.0.1:8080/m.tflite', when: background, rate: 500kB/s, offline: false"),
        hosted("firebaseML: {name: flowers}, plist: GoogleService-Info.plist"),
        manifest("{kind: automl, model: flowers, hosted: {storage: gs://b/flowers.zip}}"),
        manifest("{kind: automl, hosted: {url: 'https://a/m'}}"),
        manifest("{kind: automl, model: flowers.zip}", features: "[OBJECT_LOCALIZATION]"),
        manifest("{kind: automl, model: flowers, maxResults: 1}", features: "[{type: LABEL_DETECTION}]"),
        manifest(vision, features: "[{type: DOCUMENT_TEXT_DETECTION, symbols: true}]"),
        manifest(vision, features: "[{type: TEXT_DETECTION, languageHints: [en, zh-Hant], model: builtin/weekly}]"),
        manifest(
            vision,
            features: "[{type: DOCUMENT_TEXT_DETECTION, enableTextDetectionConfidenceScore: true, "
                + "advancedOcrOptions: [legacy_layout]}]"),
        manifest(
            vision,
            features: "[{type: CROP_HINTS, aspectRatios: [1, 1.5, 0.75]}, SAFE_SEARCH_DETECTION, IMAGE_PROPERTIES]"),
        manifest(
            vision,
            features:
                "[{type: PRODUCT_SEARCH, maxResults: 2, productSearch: {productSet: "
                + "projects/p/locations/l/productSets/s, productCategories: [homegoods-v2], filter: color = red, "
                + "boundingPoly: {normalizedVertices: [{x: 0, y: 0}, {x: 1, y: 0.0}, {x: 0.5, y: 1}]}}}]"),
        manifest(vision, features: "[{type: WEB_DETECTION, maxResults: 5.0, model: builtin/latest}, LOGO_DETECTION]"),
        manifest("{kind: vision, auth: {serviceAccount: file:../sa.json}}", features: "[LABEL_DETECTION]"),
        manifest("{kind: vision, auth: {accessToken: env:_T1}}", features: "[LABEL_DETECTION]"),
        manifest(
            "{kind: vision, auth: {adc: true}, endpoint: 'http://127.0.0.1:8080/'}", features: "[LABEL_DETECTION]"),
        manifest("{kind: vision, auth: {adc: true}, endpoint: 'http://[::1]:65535'}", features: "[LABEL_DETECTION]"),
        manifest(
            "{kind: vision, auth: {adc: true}, endpoint: 'https://eu-vision.googleapis.com'}",
            features: "[LABEL_DETECTION]"),
        firebase("url: 'http://localhost:5001/p/us-central1/annotateImage'", auth: "webKey: env:K, customToken: env:T"),
        firebase("url: https://example.org/f, account: bill", auth: "webKey: env:K, refreshToken: file:/t"),
        firebase("function: annotateImage", auth: "idToken: env:T"),
        manifest(
            "{kind: firebase, url: 'https://a/f', account: bill, auth: {idToken: env:T}}",
            features: "[LABEL_DETECTION]"),
        firebase(
            "function: f-1_A, argument: string", auth: "webKey: env:K, anonymous: true, emulator: 'localhost:9099'"),
        firebase("function: f", auth: "webKey: env:K, anonymous: true, userFile: users/.cairn-user"),
        firebase("function: f, appCheck: file:check", auth: "webKey: env:K, anonymous: true"),
        firebase(
            "function: f, appCheck: {appId: '1:2:web:a', customToken: file:t}",
            auth: "webKey: env:K, customToken: env:T"),
        firebase(
            "function: f, appCheck: {appId: '1:2:ios:b', debugToken: env:D, webKey: env:W, limitedUse: true}",
            auth: "idToken: env:T"),
        firebase(
            "function: f, appCheck: {appId: 1:2:web:a, debugToken: env:D, endpoint: 'http://127.0.0.1:1'}",
            auth: "webKey: env:K, anonymous: true"),
        manifest(tflite, images: "[{list: '-'}]"), manifest(tflite, images: "[{list: more.txt}, {folder: .}]"),
        manifest(tflite, images: "[{folder: a, orientation: ignore}, {glob: '*.jpg', orientation: 8, rotate: 270}]"),
        manifest(tflite, images: "[{folder: a, share: 0-10%}, {list: a.txt, share: 12.5-100%}]"),
        manifest(tflite, images: "[{folder: a, share: {of: 99.9999-100.0%, salt: trial}}]"),
        manifest(
            vision, features: "[LABEL_DETECTION]", images: "[{gs: gs://b/a.jpg, share: 0.0001-33.3333%}]"),
        manifest(tflite, images: "[{url: 'https://a/b.jpg', orientation: exif, rotate: 0}, {list: '-', rotate: 90.0}]"),
        manifest(tflite, images: "[{url: 'http://example.org:80/a%20b.jpg?x=1#y'}, {url: 'https://[2001:db8::1]/a'}]"),
        manifest(tflite, images: "[{glob: '/a/[!]x]*/{b,c}/\\[?.jpg'}]", "exclude: []"),
        manifest(tflite, images: "[{folder: p}, {sql: SELECT image_id FROM labels WHERE score > 0.6, from: [coarse]}]"),
        manifest(tflite, images: "[{sql: SELECT path FROM texts, from: [a, 2b.c-d_e], keep: true}]"),
        #"{"job": "json", "images": [{"sql": "SELECT 1", "from": ["a"], "keep": false}], "backend": {"kind": "tesseract"}}"#,
        manifest(tflite, "budget: {}\npace: {}\nretry: {}\nrefresh: {}\nlimits: {}"),
        manifest(tflite, "budget: {run: {units: 0}, day: {usd: 0}, month: {units: 1000000000000, usd: 0.000001}}"),
        manifest(
            tflite,
            "limits: {megapixels: 10000, memory: 99999GB, picture: 9s}\nretry: {base: 250ms, cap: 12h, timeout: 5m}"),
        manifest(vision, features: "[LABEL_DETECTION]", "prepare: {fit: original, metadata: keep, quality: 100}"),
        #"{"job": "json", "images": [{"folder": "p"}], "backend": {"kind": "tesseract"}}"#,
        manifest("{kind: command, run: [python3, my_model.py, '', ' '], batch: 8}", features: "[LABEL_DETECTION]"),
        manifest(
            "{kind: command, run: [./a], version: '7', images: base64, processes: 2, start: 5m, memory: 2GB}",
            features: "[CAPTION, IMAGE_EMBEDDING, {type: LANDMARK_DETECTION}, OBJECT_LOCALIZATION]",
            "prepare: {quality: 1}"),
        manifest(
            "{kind: command, run: [a], parameters: {size: 640, b: [1.5, true, null, x], a: {c: {}}}}",
            features: "[DOCUMENT_TEXT_DETECTION]"),
    ]

/// A Firebase backend with one way of signing in.
package func firebase(_ settings: String, auth: String) -> String {
    manifest("{kind: firebase, project: p, \(settings), auth: {\(auth)}}", features: "[LANDMARK_DETECTION]")
}

/// Everything that a job over Cloud Vision can say.
package let designExample = """
    job: old-town                        # [a-z0-9][a-z0-9._-]*
    store: cairn.db                      # relative to the manifest
    images:
      - glob: photos/**/*.jpg
      - folder: scans
      - list: more.txt
      - url: https://example.org/a.jpg
      - gs: gs://bucket/a.jpg
    exclude: ["**/.thumbs/**"]
    backend:
      kind: vision
      account: my-project
      model: builtin/stable
      endpoint: https://vision.googleapis.com
      auth:
        apiKey: env:GOOGLE_API_KEY
    features:
      - type: LANDMARK_DETECTION
        maxResults: 5
      - LABEL_DETECTION
    prepare:
      fit: 640x480
      quality: 85
      metadata: strip
    budget:
      run:   {units: 500}
      day:   {usd: 2.00}
      month: {units: 20000, usd: 30.00}
    pace:
      requestsPerMinute: 1800
      imagesPerMinute: 20000
      inFlight: 16
    retry:
      attempts: 5
      base: 1s
      cap: 60s
      timeout: 60s
      crashes: 3
      nights: 5
    refresh:
      olderThan: 90d
      failed: true
    limits:
      megapixels: 200
      memory: 512MB
    """

/// Everything that a Firebase backend can say.
package let firebaseExample = manifest(
    """
    # behind Firebase Auth and Functions
      kind: firebase
      project: my-project
      account: bills
      region: us-central1
      function: annotateImage
      argument: auto
      auth:
        webKey: env:FIREBASE_WEB_KEY
        email: env:FIREBASE_EMAIL
        password: env:FIREBASE_PASSWORD
        emulator: 127.0.0.1:9099
      appCheck: env:APP_CHECK_TOKEN
    """, features: "[LANDMARK_DETECTION, LABEL_DETECTION]")

/// Everything that a TensorFlow Lite backend can say.
package let tfliteExample = manifest(
    """
    # a model of our own
      kind: tflite
      model: models/flowers.tflite
      hosted:
        firebaseML:
          project: my-project
          name: flowers
          appId: "1:1234567890:ios:0123456789abcdef"
          apiKey: env:FIREBASE_API_KEY
          bundleId: org.example.flowers
        endpoint: https://firebaseml.googleapis.com
        when: missing
        offline: true
        between: 01:00-05:00
        rate: 2MB/s
      labels: models/labels.txt
      input:  {type: float32, dimensions: [1, 224, 224, 3], mean: 127.5, std: [127.5, 128, 1e2], fit: stretch}
      output: {type: float32, dimensions: [1, 1000], meaning: classification}
      threshold: 0.3
      maxResults: 5
    """)
