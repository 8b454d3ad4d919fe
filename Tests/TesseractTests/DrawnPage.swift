import Platform
import TestSupport

/// One word on a white page, drawn by Pillow.
struct DrawnPage {
    let width = 320
    let height = 120
    let pixels: [UInt8]

    init(_ word: String) throws {
        let script = """
            import sys; from PIL import Image, ImageDraw, ImageFont; page = Image.new('L', (320, 120), 255); \
            font = ImageFont.truetype('/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf', 40); \
            ImageDraw.Draw(page).text((60, 30), '\(word)', font=font, fill=0); sys.stdout.buffer.write(page.tobytes())
            """
        pixels = shell("\(python) -c \"\(script)\"").output
        guard pixels.count == width * height else { throw SystemError("draw", word) }
    }
}
