#!/usr/bin/env python3
"""Draws the demo's landscapes: ten kinds of scene, each composed anew from a seed.

    .deps/train/bin/python Scripts/draw_scenes.py FOLDER [COUNT] [SEED]

writes COUNT scenes of each kind as PNG. Lengths are fractions of the picture's height, from its top left corner.
"""

import math
import pathlib
import sys

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

# Top, middle and foot of the sky; the sun's color; the light that falls on things.
HOURS = {
    "day": ((58, 122, 196), (120, 176, 226), (206, 228, 240), (255, 250, 226), (1.0, 1.0, 1.0)),
    "noon": ((40, 104, 190), (96, 166, 230), (186, 222, 244), (255, 255, 240), (1.04, 1.04, 1.02)),
    "morning": ((104, 146, 204), (186, 196, 216), (252, 222, 188), (255, 238, 200), (1.0, 0.95, 0.88)),
    "overcast": ((138, 150, 164), (168, 178, 188), (206, 210, 212), (236, 238, 238), (0.86, 0.88, 0.92)),
    "evening": ((62, 66, 130), (226, 120, 92), (255, 204, 122), (255, 226, 150), (0.92, 0.72, 0.62)),
    "dusk": ((26, 30, 78), (94, 72, 128), (236, 140, 108), (255, 196, 150), (0.56, 0.48, 0.6)),
    "night": ((8, 11, 32), (18, 26, 60), (44, 58, 96), (240, 242, 250), (0.32, 0.35, 0.5)),
}


def mix(first, second, share):
    return tuple(a + (b - a) * share for a, b in zip(first, second))


def whole(color):
    return tuple(int(min(255, max(0, value))) for value in color)


class Scene:
    """A canvas drawn twice as large as wanted, so that edges come out smooth, and the hour that lights it."""

    def __init__(self, seed, size, hours, over=2):
        self.random = np.random.default_rng(seed)
        self.size, self.over = size, over
        self.w, self.h = size[0] * over, size[1] * over
        self.aspect = self.w / self.h
        self.hour = hours[self.random.integers(len(hours))]
        self.top, self.middle, self.foot, self.sun, self.light = HOURS[self.hour]
        self.top, self.middle, self.foot = (
            tuple(value + change for value, change in zip(color, self.random.normal(0, 7, 3)))
            for color in (self.top, self.middle, self.foot))
        self.dark = self.hour in ("night", "dusk")
        self.picture = Image.new("RGB", (self.w, self.h))
        self.pen = ImageDraw.Draw(self.picture)
        self.sun_at = None

    # Numbers.

    def between(self, low, high):
        return float(self.random.uniform(low, high))

    def chance(self, share):
        return bool(self.random.random() < share)

    def pick(self, *choices):
        return choices[self.random.integers(len(choices))]

    def lit(self, color, distance=0.0):
        """A thing's color in this light; distance 0...1 lets it sink into the air."""
        shown = tuple(value * share for value, share in zip(color, self.light))
        return mix(shown, self.foot, distance)

    # Shapes.

    def at(self, points):
        return [(x * self.h, y * self.h) for x, y in points]

    def polygon(self, points, color):
        self.pen.polygon(self.at(points), fill=whole(color))

    def line(self, points, color, width):
        self.pen.line(self.at(points), fill=whole(color), width=max(1, round(width * self.h)), joint="curve")

    def disc(self, x, y, across, color, down=None):
        down = across if down is None else down
        self.pen.ellipse(self.at([(x - across, y - down), (x + across, y + down)]), fill=whole(color))

    def box(self, x0, y0, x1, y1, color):
        self.pen.rectangle(self.at([(min(x0, x1), min(y0, y1)), (max(x0, x1), max(y0, y1))]), fill=whole(color))

    def blend(self, points, colors, sideways=False):
        """A polygon filled with a run of colors, from its top to its foot or from left to right."""
        points = self.at(points)
        x0, x1 = (int(f([x for x, _ in points])) for f in (min, max))
        y0, y1 = (int(f([y for _, y in points])) for f in (min, max))
        x0, y0, x1, y1 = max(0, x0), max(0, y0), min(self.w, x1 + 1), min(self.h, y1 + 1)
        if x1 <= x0 or y1 <= y0:
            return
        mask = Image.new("L", (x1 - x0, y1 - y0))
        ImageDraw.Draw(mask).polygon([(x - x0, y - y0) for x, y in points], fill=255)
        length = x1 - x0 if sideways else y1 - y0
        places = np.linspace(0, len(colors) - 1, length)
        run = np.stack([np.interp(places, range(len(colors)), [c[i] for c in colors]) for i in range(3)], -1)
        run = np.clip(run, 0, 255).astype(np.uint8)
        run = run[None] if sideways else run[:, None]
        fill = Image.fromarray(np.ascontiguousarray(np.broadcast_to(run, (y1 - y0, x1 - x0, 3))))
        self.picture.paste(fill, (x0, y0), mask)

    def veil(self, color, mask):
        """Color through a mask of any size, 0...255, stretched over the picture."""
        mask = mask.resize((self.w, self.h), Image.BILINEAR)
        self.picture.paste(Image.new("RGB", (self.w, self.h), whole(color)), (0, 0), mask)

    def glow(self, x, y, reach, color, strength):
        rows, columns = np.mgrid[0:self.h // 8, 0:self.w // 8] * 8.0 / self.h
        fall = np.exp(-(((columns - x) ** 2 + (rows - y) ** 2) / reach ** 2))
        self.veil(color, Image.fromarray((fall * strength * 255).astype(np.uint8)))

    # Sky, land and water.

    def sky(self, sun=True, clouds=True, horizon=1.0):
        places = np.linspace(0, 1 / horizon, self.h).clip(0, 1)
        run = np.stack([np.interp(places, [0, 0.55, 1], [c[i] for c in (self.top, self.middle, self.foot)])
                        for i in range(3)], -1)
        run = np.ascontiguousarray(np.broadcast_to(np.clip(run, 0, 255).astype(np.uint8)[:, None], (self.h, self.w, 3)))
        self.picture.paste(Image.fromarray(run))
        if self.hour == "night":
            for _ in range(self.random.integers(60, 160)):
                x, y = self.between(0, self.aspect), self.between(0, horizon * 0.8)
                self.disc(x, y, self.between(0.0008, 0.0022), mix(self.top, (255, 255, 245), self.between(0.4, 1)))
        if sun and self.hour != "overcast" and self.chance(0.75):
            low = self.hour in ("evening", "dusk", "morning")
            y = self.between(0.62, 0.93) * horizon if low else self.between(0.1, 0.4) * horizon
            self.sun_at = x, y = self.between(0.1, 0.9) * self.aspect, y
            across = self.between(0.03, 0.055)
            crescent = self.hour == "night" and self.chance(0.5)
            if not crescent:
                self.glow(x, y, across * (7 if low else 5), self.sun, 0.25 if self.hour == "night" else 0.6)
            behind = self.picture.getpixel((round(x * self.h), round(y * self.h)))
            self.disc(x, y, across, self.sun)
            if crescent:
                self.disc(x + across * 0.45, y - across * 0.2, across * 0.95, behind)
        if clouds and self.chance(0.8):
            self.clouds(self.random.integers(1, 6) if self.hour != "overcast" else self.random.integers(6, 12), horizon)

    def clouds(self, count, horizon):
        small = (self.w // 4, self.h // 4)
        unit = small[1]
        puffs = [[], []]
        for _ in range(count):
            x, y = self.between(-0.1, self.aspect + 0.1), self.between(0.04, 0.6) * horizon
            width = self.between(0.12, 0.36)
            for _ in range(self.random.integers(7, 15)):
                place = self.between(-1, 1)
                across = width * self.between(0.18, 0.4) * (1.1 - abs(place))
                lift = -across * self.between(0.1, 0.5)
                down = across * self.between(0.4, 0.65)
                for layer, sink in enumerate((0, 0.3)):
                    cx, cy = x + place * width, y + lift + sink * down
                    shrink = 1 - 0.18 * layer
                    puffs[layer].append([(cx - across) * unit, (cy - down * shrink) * unit,
                                         (cx + across) * unit, (cy + down * shrink) * unit])
        light = {"evening": (255, 176, 140), "dusk": (190, 116, 136), "night": (44, 54, 86),
                 "morning": (255, 236, 222), "overcast": (216, 220, 224)}.get(self.hour, (255, 255, 255))
        shade = mix(light, self.middle, 0.55)
        for boxes, color, strength in ((puffs[0], light, 190), (puffs[1], shade, 80)):
            mask = Image.new("L", small)
            pen = ImageDraw.Draw(mask)
            for box in boxes:
                pen.ellipse(box, fill=strength)
            self.veil(color, mask.filter(ImageFilter.GaussianBlur(unit * 0.012)))

    def ridge(self, y, rise, rough=0.5, steps=7):
        """A skyline by midpoint displacement, from the left edge to the right."""
        heights = np.array([self.between(-1, 1), self.between(-1, 1)])
        scale = 1.0
        for _ in range(steps):
            middle = (heights[:-1] + heights[1:]) / 2 + self.random.uniform(-scale, scale, len(heights) - 1)
            heights = np.insert(middle, range(len(middle)), heights[:-1]).tolist() + [heights[-1]]
            heights = np.array(heights)
            scale *= rough
        heights = (heights - heights.min()) / (np.ptp(heights) or 1)
        return list(zip(np.linspace(0, self.aspect, len(heights)), y - heights * rise))

    def hills(self, y, rise, color, rough=0.42, foot=None):
        outline = self.ridge(y, rise, rough)
        base = mix(color, (0, 0, 0), 0.25) if foot is None else foot
        self.blend(outline + [(self.aspect, 1.01), (0, 1.01)], [color, base])
        return outline

    def sea(self, y, color=None):
        color = color or self.pick((38, 98, 140), (30, 116, 146), (52, 110, 130), (40, 84, 120))
        far, near = mix(self.lit(color), self.foot, 0.45), mix(self.lit(color), (4, 14, 30), 0.25)
        self.blend([(0, y), (self.aspect, y), (self.aspect, 1.01), (0, 1.01)], [far, mix(far, near, 0.7), near])
        bright = mix(self.foot, (255, 255, 255), 0.3)
        for _ in range(self.random.integers(140, 320)):
            depth = self.random.random() ** 1.6
            at, x = y + depth * (1 - y), self.between(-0.05, self.aspect)
            length, share = (0.01 + 0.07 * depth) * self.between(0.5, 1.4), self.between(0.06, 0.3)
            under = mix(far, near, depth)
            self.line([(x, at), (x + length, at + self.between(-1, 1) * 0.002)],
                      mix(under, bright if self.chance(0.6) else (8, 22, 44), share), 0.0015 + 0.003 * depth)
        if self.sun_at and self.sun_at[1] < y:
            for _ in range(150):
                depth = self.random.random() ** 1.3
                x = self.sun_at[0] + self.random.normal(0, 0.02 + 0.07 * depth)
                at, length = y + depth * (1 - y), 0.008 + 0.03 * depth
                self.line([(x - length, at), (x + length, at)], mix(mix(far, near, depth), self.sun, self.between(0.3, 0.8)),
                          0.0015 + 0.003 * depth)

    def gulls(self):
        for _ in range(self.random.integers(0, 6)):
            x, y, wing = self.between(0.1, self.aspect - 0.1), self.between(0.1, 0.45), self.between(0.01, 0.022)
            color = mix(self.lit((60, 64, 72)), self.middle, 0.2)
            for side in (-1, 1):
                self.line([(x, y), (x + side * wing * 0.5, y - wing * 0.45), (x + side * wing, y - wing * 0.2)], color, 0.003)

    def pine(self, x, foot, height, color):
        width = height * self.between(0.17, 0.25)
        self.box(x - height * 0.022, foot - height * 0.15, x + height * 0.022, foot, mix(color, (50, 34, 24), 0.6))
        tiers = self.random.integers(4, 7)
        for tier in range(tiers):
            share = 1 - tier / (tiers + 0.6)
            low = foot - height * 0.1 - height * 0.9 * tier / (tiers + 0.9)
            tip = low - height * 0.9 / tiers * 1.75
            reach = width * share * self.between(0.9, 1.1)
            self.polygon([(x - reach, low), (x, max(tip, foot - height)), (x + reach, low), (x, low + height * 0.015)],
                         mix(color, (255, 255, 230), 0.03 * tier))
            self.polygon([(x + reach * 0.1, low), (x, max(tip, foot - height)), (x + reach, low)], mix(color, (0, 8, 16), 0.25))

    def leafy(self, x, foot, height, color):
        self.polygon([(x - height * 0.035, foot), (x - height * 0.018, foot - height * 0.6),
                      (x + height * 0.018, foot - height * 0.6), (x + height * 0.035, foot)], self.lit((84, 60, 44)))
        for layer, tone in enumerate((-0.28, 0.0, 0.16)):
            other = (0, 10, 14) if tone < 0 else (255, 250, 200)
            for _ in range(9):
                angle, far = self.between(0, 2 * math.pi), self.between(0, 0.24) * height
                across = height * self.between(0.1, 0.17) * (1 - 0.22 * layer)
                self.disc(x + far * math.cos(angle) - 0.03 * layer * height, foot - height * (0.66 + 0.03 * layer)
                          + far * 0.8 * math.sin(angle), across, mix(color, other, abs(tone) + self.between(0, 0.06)))

    def grass(self, y, color):
        self.blend([(0, y), (self.aspect, y), (self.aspect, 1.01), (0, 1.01)],
                   [mix(color, self.foot, 0.25), color, mix(color, (0, 0, 0), 0.3)])
        for _ in range(350):
            depth = self.random.random()
            x, at = self.between(0, self.aspect), y + depth * (1 - y)
            tone = mix(color, (255, 255, 180) if self.chance(0.5) else (0, 20, 0), self.between(0.03, 0.2))
            self.line([(x, at), (x + self.between(-0.01, 0.01), at - 0.006 - 0.022 * depth)], tone, 0.0015 + 0.002 * depth)

    def finished(self):
        """At the wanted size, with a lens's fall-off, a photographer's exposure and a sensor's grain."""
        picture = self.picture.resize(self.size, Image.BOX)
        pixels = np.asarray(picture, np.float32)
        rows, columns = np.mgrid[-1:1:self.size[1] * 1j, -1:1:self.size[0] * 1j].astype(np.float32)
        pixels = pixels * (1 - self.between(0.02, 0.14) * (rows ** 2 + columns ** 2))[..., None]
        pixels = (pixels - 128) * self.between(0.9, 1.1) + 128 + self.between(-9, 9)
        pixels *= self.random.normal(1, 0.025, 3).astype(np.float32)
        pixels += self.random.normal(0, self.between(1, 3.2), pixels.shape[:2]).astype(np.float32)[..., None]
        return Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))


# The ten kinds. Each takes a scene whose sky is still to be drawn.


def lighthouse(s):
    horizon = s.between(0.6, 0.74)
    s.sky(horizon=horizon)
    if s.chance(0.4):
        s.hills(horizon + 0.003, s.between(0.03, 0.08), s.lit((96, 112, 120), 0.55))
    s.sea(horizon)
    x, foot = s.between(0.25, 0.75) * s.aspect, s.between(0.76, 0.84)
    height, width = s.between(0.44, 0.62), s.between(0.042, 0.06)
    rock = s.pick((112, 100, 88), (92, 92, 94), (124, 108, 92))
    left = s.chance(0.5)
    end = -0.05 if left else s.aspect + 0.05
    side = 1 if left else -1
    for step, tone in ((0.0, 0.0), (0.05, 0.3)):
        edge = [(end, foot - 0.01 + step)]
        edge += [(end + (x + side * 0.02 - end) * t + s.between(-0.01, 0.01), foot + step + s.between(-0.025, 0.012))
                 for t in np.linspace(0.12, 1, 9)]
        edge += [(x + side * t, foot + step + 0.02 + (t - 0.02) * s.between(0.8, 1.2)) for t in np.linspace(0.08, 0.26, 6)]
        s.blend(edge + [(x + side * 0.3, 1.01), (end, 1.01)],
                [mix(s.lit(rock), (0, 0, 0), tone * 0.6), mix(s.lit(rock), (0, 0, 0), 0.45 + tone)])
    if s.chance(0.5):
        hx = x - side * s.between(0.1, 0.16)
        s.box(hx - 0.05, foot - 0.07, hx + 0.05, foot + 0.01, s.lit((226, 222, 212)))
        s.polygon([(hx - 0.06, foot - 0.068), (hx, foot - 0.115), (hx + 0.06, foot - 0.068)], s.lit((152, 70, 54)))
    colors = s.pick(((200, 40, 36), (244, 242, 236)), ((30, 46, 90), (244, 244, 240)), ((36, 36, 40), (240, 240, 236)),
                     ((244, 242, 236), (244, 242, 236)), ((200, 40, 36), (244, 242, 236)))
    bands, top = int(s.random.integers(4, 8)), foot - height

    def half(t):
        return width * (1 - 0.42 * t)

    for band in range(bands):
        low, high = band / bands, (band + 1) / bands
        color = s.lit(colors[band % 2])
        shape = [(x - half(low), foot - height * low), (x - half(high), foot - height * high),
                 (x + half(high), foot - height * high), (x + half(low), foot - height * low + 0.001)]
        s.blend(shape, [mix(color, (0, 0, 0), 0.12), mix(color, (255, 255, 255), 0.14), mix(color, (0, 0, 10), 0.42)], True)
    for t in (0.3, 0.55, 0.78):
        s.box(x - 0.007, foot - height * t - 0.02, x + 0.007, foot - height * t, (250, 214, 120) if s.dark else (50, 56, 66))
    s.box(x - 0.012, foot - 0.05, x + 0.012, foot, s.lit((86, 56, 40)))
    r = half(1)
    s.box(x - r * 1.5, top - 0.012, x + r * 1.5, top + 0.004, s.lit((52, 54, 60)))
    lamp = (255, 240, 170) if s.dark or s.hour == "evening" else mix(s.middle, (255, 255, 255), 0.5)
    s.box(x - r * 0.75, top - 0.075, x + r * 0.75, top - 0.012, lamp)
    for bar in (-0.75, -0.25, 0.25, 0.75):
        s.line([(x + bar * r, top - 0.075), (x + bar * r, top - 0.012)], s.lit((44, 46, 52)), 0.005)
    s.line([(x - r * 1.5, top - 0.034), (x + r * 1.5, top - 0.034)], s.lit((44, 46, 52)), 0.004)
    roof = s.lit(s.pick((176, 40, 36), (46, 50, 58)))
    s.polygon([(x - r * 0.95, top - 0.073), (x, top - 0.13), (x + r * 0.95, top - 0.073)], roof)
    s.line([(x, top - 0.125), (x, top - 0.16)], roof, 0.006)
    if s.dark:
        mask = Image.new("L", (s.w // 4, s.h // 4))
        unit, pen = s.h / 4, ImageDraw.Draw(mask)
        for turn in (s.between(-0.25, 0.15), math.pi + s.between(-0.15, 0.25)):
            ends = [((x + 2.2 * math.cos(turn + d)) * unit, (top - 0.045 + 2.2 * math.sin(turn + d)) * unit) for d in (-0.06, 0.06)]
            pen.polygon([(x * unit, (top - 0.045) * unit)] + ends, fill=66)
        s.veil((255, 244, 196), mask.filter(ImageFilter.GaussianBlur(4)))
        s.glow(x, top - 0.045, 0.1, (255, 244, 196), 0.75)
    s.gulls()


def mountain(s):
    s.sky(horizon=0.8)
    base = s.between(0.68, 0.8)
    s.hills(base - 0.1, s.between(0.15, 0.3), s.lit((118, 130, 152), 0.5), 0.55)
    stone = s.pick((98, 96, 104), (108, 98, 92), (84, 92, 106))
    main = s.between(0.3, 0.7) * s.aspect
    peaks = [(main + s.between(0.35, 0.6) * s.pick(-1, 1), s.between(0.34, 0.46), 0.18)]
    peaks += [(main + s.between(0.3, 0.7) * s.pick(-1, 1), s.between(0.36, 0.5), 0.12), (main, s.between(0.12, 0.28), 0.0)]
    from_left = s.sun_at is None or s.sun_at[0] < main
    for px, py, air in peaks:
        reach = (base - py) * s.between(0.85, 1.25)

        def edge(end, wild):
            line = [(px, py)]
            for t in np.linspace(0.08, 1, 14):
                line.append((px + (end - px) * t + s.between(-wild, wild), py + (base + 0.06 - py) * t + s.between(-0.012, 0.012)))
            return line

        left, middle, right = edge(px - reach, 0.012), edge(px + s.between(-0.25, 0.25) * reach, 0.035), edge(px + reach, 0.012)
        snow_to = s.between(0.42, 0.8)
        for line, bright in ((left, from_left), (right, not from_left)):
            tone, white = (0.0, (248, 250, 255)) if bright else (0.42, (150, 172, 212))
            color = mix(s.lit(stone, air), (8, 12, 30), tone)
            s.blend(line + middle[::-1], [mix(color, (255, 255, 255), 0.08), mix(color, s.foot, 0.3)])
            last = max(3, int(snow_to * 14))
            low = []
            a, b = line[last], middle[last]
            for k, t in enumerate(np.linspace(0, 1, 13)):
                low.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t + (0.045 if s.chance(0.5) else -0.04) * s.between(0.1, 1.4)))
            s.polygon(line[:last + 1] + low + middle[:last + 1][::-1], s.lit(white, air))
            for _ in range(7):
                t = s.between(0.12, snow_to)
                k = min(13, int(t * 14))
                share = s.between(0.15, 0.85)
                cx, cy = line[k][0] + (middle[k][0] - line[k][0]) * share, line[k][1] + (middle[k][1] - line[k][1]) * share
                lean = (line[-1][0] - px) * 0.05
                s.line([(cx, cy), (cx + lean * 0.7, cy + 0.03), (cx + lean, cy + s.between(0.05, 0.09))],
                       mix(s.lit(stone, air), s.lit(white, air), 0.45), 0.004)
    green = s.pick((66, 96, 66), (84, 108, 62), (56, 84, 70))
    s.hills(base + 0.05, 0.07, s.lit(green, 0.3))
    if s.chance(0.45):
        s.sea(base + 0.05, (70, 120, 150))
        near = s.hills(0.97, 0.06, s.lit(green, 0.0))
    else:
        near = s.hills(base + 0.16, 0.08, s.lit(green, 0.05))
    for _ in range(s.random.integers(4, 18)):
        x, y = near[s.random.integers(len(near))]
        s.pine(x, y + 0.03, s.between(0.07, 0.16), s.lit((38, 66, 52)))


def boat(s):
    horizon = s.between(0.5, 0.66)
    s.sky(horizon=horizon)
    if s.chance(0.5):
        s.hills(horizon + 0.003, s.between(0.02, 0.07), s.lit((92, 110, 122), 0.55))
    s.sea(horizon)
    for index in reversed(range(s.pick(1, 1, 1, 2, 3))):
        big = index == 0
        size = s.between(0.4, 0.58) if big else s.between(0.12, 0.22)
        x = s.between(0.3, 0.7) * s.aspect if big else s.between(0.05, 0.95) * s.aspect
        water = s.between(0.72, 0.86) if big else horizon + s.between(0.02, 0.08)
        way = s.pick(-1, 1)
        hull = s.lit(s.pick((232, 232, 228), (150, 44, 40), (34, 56, 92), (104, 66, 42), (40, 100, 96)))
        cloth = s.lit(s.pick((250, 248, 240), (250, 248, 240), (250, 244, 224), (206, 70, 52), (236, 170, 70)))
        mast, deck = x + way * size * 0.03, water - size * 0.1

        def sail(foot, tip, back, belly):
            curve = [((1 - t) ** 2 * tip[0] + 2 * t * (1 - t) * (tip[0] + back[0] + belly) / 2 + t * t * back[0],
                      (1 - t) ** 2 * tip[1] + 2 * t * (1 - t) * (tip[1] + back[1]) / 2 + t * t * back[1])
                     for t in np.linspace(0, 1, 12)]
            s.blend([foot] + curve, [cloth, mix(cloth, s.foot, 0.12), mix(cloth, (40, 50, 80), 0.22)], True)

        shadow = Image.new("L", (s.w // 4, s.h // 4))
        pen, unit = ImageDraw.Draw(shadow), s.h / 4
        pen.polygon([((x - size * 0.3) * unit, water * unit), ((x + size * 0.3) * unit, water * unit),
                     ((mast + 0.02) * unit, min(1, water + size * 0.55) * unit)], fill=90)
        s.veil(mix(cloth, (20, 40, 60), 0.35), shadow.filter(ImageFilter.GaussianBlur(unit * 0.012)))
        sail((mast - way * size * 0.012, deck - size * 0.07), (mast - way * size * 0.012, deck - size * 0.95),
             (x - way * size * 0.36, deck - size * 0.07), -way * size * 0.24)
        sail((mast + way * size * 0.02, deck - size * 0.03), (mast + way * size * 0.015, deck - size * 0.82),
             (x + way * size * 0.38, deck - size * 0.02), way * size * 0.02)
        s.line([(mast, deck), (mast, deck - size)], s.lit((92, 70, 52)), size * 0.014)
        s.line([(mast, deck - size * 0.06), (x - way * size * 0.37, deck - size * 0.06)], s.lit((92, 70, 52)), size * 0.012)
        bow, stern = x + way * size * 0.45, x - way * size * 0.38
        s.blend([(stern, deck), (bow, deck - size * 0.025), (bow - way * size * 0.13, water), (stern + way * size * 0.05, water)],
                [mix(hull, (255, 255, 255), 0.15), mix(hull, (0, 0, 10), 0.35)])
        s.line([(stern, deck), (bow, deck - size * 0.025)], mix(hull, (255, 255, 255), 0.5), size * 0.012)
        s.polygon([(x - size * 0.16, deck), (x - size * 0.13, deck - size * 0.05), (x + size * 0.1, deck - size * 0.05),
                   (x + size * 0.14, deck)], s.lit((214, 206, 190)))
        for _ in range(14):
            fx = s.between(min(stern, bow) - 0.03, max(stern, bow) + 0.03)
            s.line([(fx, water), (fx + s.between(0.01, 0.04), water + s.between(-0.002, 0.004))], mix(s.foot, (255, 255, 255), 0.6), 0.004)
    s.gulls()


def city(s):
    ground = s.between(0.7, 0.8)
    s.sky(horizon=ground, clouds=s.chance(0.5))
    s.glow(s.aspect / 2, ground, 0.5, (255, 176, 110), 0.3)
    lamps = ((255, 224, 150), (255, 206, 120), (250, 240, 200), (190, 220, 255))
    for layer, (air, low, high) in enumerate(((0.55, 0.14, 0.34), (0.28, 0.16, 0.46), (0.0, 0.12, 0.55))):
        x = s.between(-0.08, 0)
        while x < s.aspect:
            width = s.between(0.06, 0.15)
            height = low + (high - low) * s.random.random() ** 1.6
            wall = mix(s.lit(s.pick((96, 104, 124), (120, 108, 104), (84, 92, 112), (112, 112, 122))), (14, 18, 34), 0.35)
            wall = mix(wall, s.foot, air)
            top = ground - height
            s.blend([(x, top), (x + width, top), (x + width, ground), (x, ground)], [wall, mix(wall, (0, 0, 8), 0.3)])
            crown = s.random.random()
            if crown < 0.2:
                s.box(x + width * 0.2, top - 0.03, x + width * 0.8, top, wall)
                s.line([(x + width / 2, top), (x + width / 2, top - 0.1)], wall, 0.006)
            elif crown < 0.35:
                s.polygon([(x, top), (x + width / 2, top - 0.08), (x + width, top)], wall)
            elif crown < 0.5:
                s.box(x + width * 0.25, top - 0.045, x + width * 0.75, top, wall)
            s.box(x + width * 0.86, top, x + width, ground, mix(wall, (0, 0, 10), 0.3))
            if layer:
                step, share = s.between(0.016, 0.022), s.between(0.25, 0.7)
                for wy in np.arange(top + 0.015, ground - 0.02, step * 1.25):
                    for wx in np.arange(x + 0.01, x + width * 0.84 - 0.008, step):
                        if s.chance(share):
                            s.box(wx, wy, wx + step * 0.5, wy + step * 0.6, mix(s.pick(*lamps), wall, s.between(0, 0.45)))
            x += width + s.between(-0.01, 0.03)
    band = s.picture.crop((0, int((2 * ground - 1) * s.h), s.w, int(ground * s.h))).transpose(Image.FLIP_TOP_BOTTOM)
    band = band.filter(ImageFilter.GaussianBlur(s.h * 0.006)).point(lambda value: int(value * 0.55))
    s.picture.paste(band, (0, int(ground * s.h)))
    for _ in range(260):
        depth = s.random.random()
        x, y = s.between(0, s.aspect), ground + 0.006 + depth * (1 - ground)
        s.line([(x, y), (x + 0.02 + 0.05 * depth, y)], mix((12, 18, 36), s.foot, s.between(0, 0.35)), 0.0015 + 0.002 * depth)
    s.box(0, ground - 0.006, s.aspect, ground + 0.004, (22, 22, 30))
    for x in np.arange(s.between(0, 0.05), s.aspect, s.between(0.05, 0.09)):
        s.disc(x, ground - 0.012, 0.005, (255, 226, 160))
        s.line([(x, ground + 0.01), (x, ground + s.between(0.05, 0.12))], (214, 164, 96), 0.003)


def forest(s):
    s.sky(sun=s.chance(0.5), horizon=0.6)
    needles = s.chance(0.55)
    colors = ((44, 84, 58), (36, 72, 54), (54, 96, 60)) if needles else s.pick(
        ((78, 122, 52), (98, 138, 58), (60, 104, 50)), ((206, 120, 40), (190, 76, 38), (220, 164, 56), (140, 110, 50)))
    s.hills(s.between(0.44, 0.54), 0.12, s.lit(colors[0], 0.6), foot=s.lit(colors[0], 0.35))
    floor = s.lit(s.pick((64, 78, 44), (88, 84, 50), (70, 90, 56)))
    s.blend([(0, 0.62), (s.aspect, 0.62), (s.aspect, 1.01), (0, 1.01)], [mix(floor, s.foot, 0.35), mix(floor, (0, 0, 0), 0.35)])
    for air, foot, height, count in ((0.55, 0.64, 0.3, 30), (0.36, 0.72, 0.42, 20), (0.16, 0.82, 0.56, 13), (0.0, 0.97, 0.78, 7)):
        if air:
            places = np.sort(s.random.uniform(-0.05, s.aspect + 0.05, count))
        else:
            half = count // 2 + 1
            places = list(s.random.uniform(-0.08, s.aspect * 0.34, half)) + list(s.random.uniform(s.aspect * 0.66, s.aspect + 0.08, half))
        for x in places:
            color = s.lit(colors[s.random.integers(len(colors))], air)
            grow = s.pine if needles or s.chance(0.15) else s.leafy
            grow(x, foot + s.between(-0.02, 0.03), height * s.between(0.75, 1.15), color)
        if air > 0.2:
            s.veil(s.foot, Image.fromarray((np.exp(-((np.linspace(0, 1, 60) - foot + 0.04) / 0.07) ** 2) * 60)
                                           .astype(np.uint8)[:, None].repeat(2, 1)))
    if s.chance(0.5):
        way = s.between(0.42, 0.58) * s.aspect
        s.blend([(way - 0.012, 0.66), (way + 0.012, 0.66), (way + 0.24, 1.01), (way - 0.2, 1.01)],
                [s.lit((170, 150, 116), 0.3), s.lit((150, 128, 96))])


def desert(s):
    s.sky(clouds=s.chance(0.35), horizon=0.62)
    sand = s.pick((226, 176, 108), (214, 150, 92), (232, 192, 132), (204, 128, 82))
    if s.chance(0.55):
        for _ in range(s.random.integers(1, 4)):
            x, width, high = s.between(0, s.aspect), s.between(0.12, 0.3), s.between(0.08, 0.2)
            shape = [(x - width * 0.62, 0.64), (x - width * 0.5, 0.64 - high * 0.6), (x - width * 0.42, 0.64 - high),
                     (x + width * 0.4, 0.64 - high * s.between(0.92, 1.02)), (x + width * 0.5, 0.64 - high * 0.5), (x + width * 0.64, 0.64)]
            red = s.lit((176, 92, 62), 0.25)
            s.blend(shape, [mix(red, (255, 220, 190), 0.15), red, mix(red, (70, 20, 30), 0.25), red])
    for step, air in ((0.6, 0.3), (0.68, 0.15), (0.8, 0.0)):
        tone = s.lit(sand, air)
        outline = s.hills(step + 0.03, s.between(0.05, 0.1), tone, 0.3, mix(tone, (120, 60, 30), 0.3))
        crest = int(s.random.integers(20, len(outline) - 20))
        x, y = outline[crest]
        part = outline[crest:crest + int(s.random.integers(30, 70))]
        end, low = part[-1], (x - s.between(0.0, 0.2), y + s.between(0.16, 0.3))
        back = [((1 - t) ** 2 * end[0] + 2 * t * (1 - t) * (x + 0.12) + t * t * low[0],
                 (1 - t) ** 2 * end[1] + 2 * t * (1 - t) * (end[1] + 0.05) + t * t * low[1]) for t in np.linspace(0, 1, 14)]
        turn = [((1 - t) ** 2 * low[0] + 2 * t * (1 - t) * (x + 0.07) + t * t * x,
                 (1 - t) ** 2 * low[1] + 2 * t * (1 - t) * (y + 0.08) + t * t * y) for t in np.linspace(0, 1, 14)]
        s.blend(part + back + turn, [mix(tone, (110, 50, 40), 0.3), mix(tone, (110, 60, 40), 0.2)])
    for _ in range(80):
        x, y = s.between(0, s.aspect), s.between(0.78, 1)
        s.line([(x, y), (x + s.between(0.03, 0.1), y + s.between(-0.006, 0.006))], mix(s.lit(sand), (90, 50, 30), s.between(0.05, 0.25)), 0.0022)
    places = sorted(s.random.uniform(0.08, 0.92, s.random.integers(1, 5)))
    for index, share in enumerate(places):
        foot = s.between(0.74, 0.93)
        cactus(s, share * s.aspect, foot, (foot - 0.35) * s.between(0.7, 1.15))
    for _ in range(s.random.integers(3, 12)):
        x, y, r = s.between(0, s.aspect), s.between(0.8, 0.98), s.between(0.006, 0.02)
        s.disc(x, y, r, s.lit((140, 96, 70)), r * 0.6)


def cactus(s, x, foot, height):
    green = s.lit(s.pick((66, 116, 70), (78, 124, 62), (56, 102, 74)))
    width = height * 0.11

    def limb(points, thick):
        for tone, shift, share in ((-0.35, 0.16, 1.0), (0.0, -0.06, 0.74), (0.22, -0.22, 0.2)):
            color = mix(green, (0, 14, 10) if tone < 0 else (230, 255, 190), abs(tone))
            moved = [(px + shift * thick * 0.5, py) for px, py in points]
            s.line(moved, color, thick * share)
            for px, py in moved:
                s.disc(px, py, thick * share * 0.5, color)

    s.disc(x + height * 0.12, foot, height * 0.24, mix(s.lit((150, 100, 64)), (40, 20, 30), 0.3), height * 0.03)
    limb([(x, foot), (x, foot - height)], width)
    for side in (-1, 1):
        if s.chance(0.85):
            at, reach, rise = foot - height * s.between(0.35, 0.58), height * s.between(0.2, 0.28), height * s.between(0.18, 0.38)
            curve = [(x, at), (x + side * reach * 0.7, at - 0.006), (x + side * reach * 0.95, at - rise * 0.18), (x + side * reach, at - rise)]
            limb(curve, width * 0.72)


def windmill(s):
    ground = s.between(0.72, 0.8)
    s.sky(horizon=ground)
    s.hills(ground + 0.01, s.between(0.03, 0.08), s.lit((96, 124, 96), 0.5))
    green = s.pick((108, 142, 62), (92, 130, 66), (150, 158, 70))
    s.grass(ground, s.lit(green))
    if s.chance(0.45):
        middle = s.between(0.2, 0.8) * s.aspect
        flowers = [s.lit(c) for c in ((214, 48, 60), (240, 190, 50), (226, 110, 160), (240, 236, 230), (140, 70, 150))]
        for row in range(-9, 10):
            near, far = middle + row * 0.22, middle + row * 0.035
            s.polygon([(far - 0.006, ground + 0.02), (far + 0.006, ground + 0.02), (near + 0.06, 1.01), (near - 0.06, 1.01)], flowers[row % 5])
    elif s.chance(0.4):
        s.blend([(0, ground + 0.08), (s.aspect, ground + 0.05), (s.aspect, ground + 0.16), (0, ground + 0.2)], [mix(s.middle, (40, 70, 90), 0.3), mix(s.top, (30, 60, 80), 0.4)])
    x, foot, height = s.between(0.28, 0.72) * s.aspect, ground + s.between(0.02, 0.07), s.between(0.36, 0.48)
    wall = s.lit(s.pick((226, 218, 200), (140, 92, 70), (112, 84, 66), (96, 100, 96), (236, 234, 228)))
    low, high = height * 0.25, height * 0.14
    s.blend([(x - low, foot), (x - high, foot - height), (x + high, foot - height), (x + low, foot)],
            [mix(wall, (0, 0, 0), 0.1), mix(wall, (255, 255, 255), 0.12), mix(wall, (0, 0, 12), 0.42)], True)
    trim = s.lit((64, 50, 44))
    if s.chance(0.6):
        at = foot - height * 0.36
        s.box(x - low * 1.25, at, x + low * 1.25, at + 0.012, trim)
        s.line([(x - low * 1.25, at - 0.03), (x + low * 1.25, at - 0.03)], trim, 0.004)
        for bar in np.linspace(-1.25, 1.25, 9):
            s.line([(x + bar * low, at), (x + bar * low, at - 0.03)], trim, 0.003)
    s.box(x - 0.02, foot - 0.075, x + 0.02, foot, trim)
    for t, dx in ((0.5, -0.3), (0.5, 0.3), (0.75, 0.0)):
        s.box(x + dx * low - 0.011, foot - height * t - 0.03, x + dx * low + 0.011, foot - height * t, (250, 214, 130) if s.dark else (58, 62, 70))
    cap = s.lit(s.pick((70, 60, 56), (120, 60, 44), (56, 70, 66)))
    top = foot - height
    s.polygon([(x - high * 1.15, top + 0.005), (x - high * 0.95, top - 0.045), (x, top - 0.085), (x + high * 0.95, top - 0.045), (x + high * 1.15, top + 0.005)], cap)
    hub, turn, span = (x, top - 0.02), s.between(0, math.pi / 2), height * s.between(0.72, 0.9)
    cloth = s.lit(s.pick((240, 234, 220), (200, 180, 150), (226, 220, 208), (190, 60, 50)))
    for blade in range(4):
        a = turn + blade * math.pi / 2
        along, across = (math.cos(a), math.sin(a)), (-math.sin(a), math.cos(a))

        def spot(far, wide):
            return hub[0] + along[0] * far + across[0] * wide, hub[1] + along[1] * far + across[1] * wide

        s.polygon([spot(span * 0.18, 0.004), spot(span, 0.004), spot(span, height * 0.13), spot(span * 0.18, height * 0.11)], mix(cloth, s.middle, 0.12))
        for far in np.linspace(0.18, 1, 9):
            s.line([spot(span * far, 0), spot(span * far, height * 0.125)], trim, 0.0028)
        s.line([spot(span * 0.18, height * 0.118), spot(span, height * 0.13)], trim, 0.003)
        s.line([hub, spot(span * 1.02, 0)], trim, 0.009)
    s.disc(*hub, 0.016, trim)


def castle(s):
    s.sky(horizon=0.75)
    s.hills(0.68, s.between(0.08, 0.2), s.lit((104, 122, 128), 0.5))
    green = s.lit(s.pick((90, 122, 62), (110, 120, 66), (74, 104, 64)))
    x, foot = s.between(0.35, 0.65) * s.aspect, s.between(0.68, 0.76)
    reach = s.between(0.55, 0.8)
    mound = [(x + d, foot + 0.3 * (abs(d) / reach) ** 2.2 + s.between(-0.004, 0.004)) for d in np.linspace(-1.6, 1.6, 40)]
    s.blend(mound + [(x + 2, 1.2), (x - 2, 1.2)], [mix(green, (255, 255, 200), 0.08), green, mix(green, (0, 0, 0), 0.4)])
    stone = s.lit(s.pick((176, 166, 150), (150, 146, 142), (196, 180, 152), (140, 126, 116)))
    roof = s.lit(s.pick((150, 58, 46), (60, 74, 104), (74, 70, 76), (44, 96, 92)))
    pane = (255, 212, 120) if s.dark else mix(stone, (20, 20, 30), 0.75)

    def wall(x0, x1, top, shade=0.0, tooth=0.022):
        tone = mix(stone, (0, 0, 10), shade)
        s.blend([(x0, top), (x1, top), (x1, foot + 0.06), (x0, foot + 0.06)],
                [mix(tone, (255, 255, 255), 0.08), tone, mix(tone, (0, 0, 12), 0.38)], True)
        for place in np.arange(x0, x1 - tooth * 0.5, tooth * 1.8):
            s.box(place, top - tooth, min(place + tooth, x1), top + 0.002, mix(tone, (255, 255, 255), 0.04))
        for _ in range(int((x1 - x0) * (foot - top) * 500)):
            bx, by = s.between(x0, max(x0, x1 - 0.02)), s.between(top + 0.01, foot + 0.04)
            s.line([(bx, by), (bx + s.between(0.008, 0.018), by)], mix(tone, (0, 0, 0), s.between(0.08, 0.22)), 0.002)

    def tower(cx, width, top, pointed):
        wall(cx - width, cx + width, top)
        s.box(cx - width * 1.15, top - 0.004, cx + width * 1.15, top + 0.014, mix(stone, (0, 0, 0), 0.14))
        if pointed:
            tip = top - width * s.between(2.4, 3.3)
            s.blend([(cx - width * 1.2, top), (cx, tip), (cx + width * 1.2, top)],
                    [mix(roof, (255, 255, 255), 0.16), roof, mix(roof, (0, 0, 10), 0.4)], True)
            s.line([(cx, tip), (cx, tip - 0.06)], s.lit((60, 52, 48)), 0.004)
            flag = s.lit(s.pick((208, 44, 44), (240, 190, 60), (60, 90, 170)))
            s.polygon([(cx, tip - 0.06), (cx + 0.055, tip - 0.046), (cx, tip - 0.03)], flag)
        for level in np.arange(top + 0.05, foot - 0.03, 0.095):
            s.box(cx - 0.008, level, cx + 0.008, level + 0.032, pane)
            s.disc(cx, level, 0.008, pane)

    span, pointed = s.between(0.24, 0.34), s.chance(0.7)
    top = foot - s.between(0.16, 0.22)
    if s.chance(0.8):
        wall(x - span * 0.55, x + span * 0.55, top - 0.12, 0.12)
        tower(x + s.between(-0.4, 0.4) * span, s.between(0.045, 0.06), top - s.between(0.2, 0.3), pointed)
    wall(x - span, x + span, top)
    for share in (-1, 1) if s.chance(0.5) else (-1, -0.42, 0.42, 1):
        tower(x + share * span, s.between(0.045, 0.065), top - s.between(0.05, 0.15), pointed)
    gate = s.between(0.035, 0.045)
    s.box(x - gate, foot - 0.06, x + gate, foot + 0.05, (44, 32, 28))
    s.disc(x, foot - 0.06, gate, (44, 32, 28))
    s.blend([(x - gate, foot + 0.048), (x + gate, foot + 0.048), (x + 0.2, 1.01), (x - 0.12, 1.01)], [s.lit((190, 170, 136)), s.lit((160, 138, 106))])
    for _ in range(s.random.integers(5, 14)):
        side = s.pick(-1, 1)
        px = x + side * s.between(0.3, 0.8)
        ground = foot + 0.3 * (abs(px - x) / reach) ** 2.2 + s.between(0.03, 0.16)
        s.pine(px, ground, s.between(0.08, 0.15), s.lit((48, 78, 54)))


def beach(s):
    horizon = s.between(0.42, 0.54)
    s.sky(horizon=horizon)
    if s.chance(0.35):
        s.hills(horizon + 0.004, s.between(0.03, 0.09), s.lit((84, 122, 108), 0.45))
    s.sea(horizon, s.pick((36, 150, 170), (30, 130, 160), (60, 170, 176)))
    sand = s.lit(s.pick((238, 214, 166), (244, 226, 188), (226, 198, 150)))
    left, right = s.between(0.66, 0.78), s.between(0.66, 0.78)
    shore = [(t * s.aspect, left + (right - left) * t + 0.02 * math.sin(t * 9 + left * 40) + 0.008 * math.sin(t * 31)) for t in np.linspace(0, 1, 50)]
    for lift, color in ((0.035, mix(s.lit((120, 214, 210)), s.foot, 0.2)), (0.016, mix(s.lit((250, 254, 255)), s.foot, 0.1)),
                         (0.0, mix(sand, (110, 90, 70), 0.35)), (-0.03, sand)):
        s.polygon([(x, y - lift) for x, y in shore] + [(s.aspect, 1.01), (0, 1.01)], color)
    s.blend([(x, y + 0.04) for x, y in shore] + [(s.aspect, 1.01), (0, 1.01)], [sand, mix(sand, (120, 80, 50), 0.18)])
    for _ in range(300):
        x, y = s.between(0, s.aspect), s.between(0.8, 1)
        s.disc(x, y, s.between(0.001, 0.003), mix(sand, (110, 80, 60) if s.chance(0.6) else (255, 255, 255), s.between(0.1, 0.4)))
    if s.chance(0.5):
        umbrella(s, s.between(0.2, 0.8) * s.aspect, s.between(0.84, 0.92))
    side = s.pick(0, 1)
    for index in range(s.pick(1, 1, 2, 2, 3)):
        share = s.between(0.12, 0.36) if index == 0 else s.between(0.05, 0.5)
        palm(s, (share if side == 0 else 1 - share) * s.aspect, s.between(0.86, 0.97), s.between(0.5, 0.68) * (1 if index == 0 else 0.8),
             s.between(0.05, 0.24) * (1 if side == 0 else -1))


def palm(s, x, foot, height, lean):
    bark = s.lit((132, 98, 66))
    curve = [(x + lean * t * t, foot - height * t) for t in np.linspace(0, 1, 16)]
    for index, ((x0, y0), (x1, y1)) in enumerate(zip(curve, curve[1:])):
        thick = 0.03 - 0.012 * index / 15
        tone = mix(bark, (0, 0, 0), 0.16 if index % 2 else 0.0)
        s.polygon([(x0 - thick / 2, y0), (x1 - thick / 2, y1), (x1 + thick / 2, y1), (x0 + thick / 2, y0)], tone)
        s.polygon([(x0 + thick * 0.1, y0), (x1 + thick * 0.1, y1), (x1 + thick / 2, y1), (x0 + thick / 2, y0)], mix(tone, (0, 0, 0), 0.3))
    crown = curve[-1]
    s.disc(crown[0], crown[1] + 0.012, 0.018, mix(bark, (40, 24, 12), 0.4))
    leaf = s.lit(s.pick((62, 128, 56), (76, 140, 62), (50, 112, 62)))
    for angle in np.linspace(-0.15, math.pi + 0.15, int(s.random.integers(8, 12))) + s.random.normal(0, 0.08):
        length, droop = s.between(0.2, 0.28), s.between(0.12, 0.24)
        spine = [(crown[0] + math.cos(angle) * length * t, crown[1] - math.sin(angle) * length * 0.75 * t + droop * t * t) for t in np.linspace(0, 1, 12)]
        tone = mix(leaf, (0, 20, 10) if s.chance(0.5) else (230, 255, 150), s.between(0.02, 0.22))
        for (x0, y0), (x1, y1), t in zip(spine, spine[1:], np.linspace(0.15, 1, 11)):
            hang = 0.058 * math.sin(math.pi * min(1, t * 0.9 + 0.1)) + 0.004
            s.polygon([(x0, y0), (x1, y1), (x1 + (x1 - x0) * 0.4, y1 + hang)], tone)
            s.polygon([(x0, y0), (x1, y1), (x1 + (x1 - x0) * 0.8, y1 - hang * 0.3)], mix(tone, (255, 255, 200), 0.08))
        s.line(spine, mix(tone, (240, 240, 160), 0.25), 0.003)


def umbrella(s, x, foot):
    size, color = s.between(0.09, 0.13), s.lit(s.pick((220, 60, 54), (40, 110, 180), (244, 180, 50)))
    s.line([(x, foot), (x + 0.02, foot - size * 1.6)], s.lit((230, 226, 216)), 0.006)
    rim = [(x + 0.02 - size * math.cos(math.pi * k / 6), foot - size * 1.15) for k in range(7)]
    for part in range(6):
        dome = []
        for edge in (part, part + 1):
            bend = -math.cos(math.pi * edge / 6)
            dome.append([(x + 0.02 + size * bend * math.cos(t), foot - size * 1.15 - size * 0.62 * math.sin(t))
                         for t in np.linspace(0, math.pi / 2, 10)])
        s.polygon([rim[part]] + dome[0] + dome[1][::-1] + [rim[part + 1]], color if part % 2 else s.lit((248, 246, 240)))


def balloon(s):
    s.sky(horizon=0.85)
    base = s.between(0.82, 0.9)
    for step, air in ((-0.05, 0.6), (0.02, 0.4), (0.1, 0.15)):
        s.hills(base + step, s.between(0.05, 0.12), s.lit(s.pick((84, 118, 78), (116, 130, 76), (150, 140, 90)), air))
    for index in reversed(range(s.pick(1, 1, 2, 3, 4))):
        size = s.between(0.19, 0.27) if index == 0 else s.between(0.04, 0.11)
        x = s.between(0.25, 0.75) * s.aspect if index == 0 else s.between(0.06, 0.94) * s.aspect
        y = s.between(0.3, 0.42) if index == 0 else s.between(0.12, 0.6)
        colors = s.pick(((214, 52, 48), (248, 200, 66)), ((44, 96, 176), (246, 244, 236)), ((228, 112, 40), (250, 226, 120)),
                         ((120, 60, 150), (240, 150, 170)), ((30, 130, 110), (250, 220, 90)),
                         ((214, 52, 48), (246, 150, 50), (250, 222, 80), (70, 150, 80), (50, 100, 180), (120, 70, 150)))
        air = 0.0 if index == 0 else 0.28
        glow = 0.35 if s.dark else 0.0

        def radius(t):
            return size * (math.sqrt(max(0, 1 - (2 * t - 1) ** 2)) if t < 0.5 else math.cos((t - 0.5) * 2.45) ** 0.8)

        tall, stripes = size * 2.35, int(s.pick(10, 12, 14))
        heights = np.linspace(0, 1, 30)
        turn = s.between(0, math.pi / stripes)
        for stripe in range(stripes):
            a, b = (max(0, min(math.pi, turn + math.pi * (stripe + k) / stripes - math.pi / stripes)) for k in (0, 1.04))
            left = [(x - math.cos(a) * radius(t), y - size + tall * t) for t in heights]
            right = [(x - math.cos(b) * radius(t), y - size + tall * t) for t in heights]
            place = -math.cos((a + b) / 2)
            color = s.lit(colors[stripe % len(colors)], air)
            color = mix(color, colors[stripe % len(colors)], glow)
            color = mix(color, (255, 255, 255), 0.18 * max(0, -place)) if place < 0 else mix(color, (0, 0, 14), 0.34 * place)
            s.polygon(left + right[::-1], color)
        if s.chance(0.4):
            belt, tone = s.between(0.38, 0.5), s.lit(colors[-1], air)
            s.polygon([(x - radius(belt), y - size + tall * belt), (x + radius(belt), y - size + tall * belt),
                       (x + radius(belt + 0.07), y - size + tall * (belt + 0.07)), (x - radius(belt + 0.07), y - size + tall * (belt + 0.07))], tone)
        mouth, basket = y - size + tall, y - size + tall * 1.14
        narrow, wide = radius(1), size * 0.14
        for share in (-1, -0.35, 0.35, 1):
            s.line([(x + share * narrow, mouth), (x + share * wide, basket)], s.lit((70, 58, 50), air), 0.0025)
        s.box(x - wide, basket, x + wide, basket + size * 0.2, s.lit((140, 96, 58), air))
        s.box(x - wide, basket, x + wide, basket + size * 0.04, s.lit((92, 62, 40), air))
        if s.dark:
            s.glow(x, mouth, size * 0.5, (255, 190, 90), 0.6)


KINDS = {
    "balloon": (balloon, ("day", "noon", "morning", "evening", "dusk")),
    "beach": (beach, ("day", "noon", "morning", "evening", "overcast")),
    "castle": (castle, ("day", "noon", "morning", "evening", "overcast", "dusk", "night")),
    "city": (city, ("night", "night", "dusk", "evening")),
    "desert": (desert, ("day", "noon", "morning", "evening", "dusk")),
    "forest": (forest, ("day", "noon", "morning", "evening", "overcast")),
    "lighthouse": (lighthouse, ("day", "noon", "morning", "evening", "overcast", "dusk", "night")),
    "mountain": (mountain, ("day", "noon", "morning", "evening", "overcast", "dusk")),
    "sailing boat": (boat, ("day", "noon", "morning", "evening", "overcast", "dusk")),
    "windmill": (windmill, ("day", "noon", "morning", "evening", "overcast", "dusk")),
}
LABELS = list(KINDS)


def draw(kind, seed, size, hours=None, over=2):
    """A scene of a kind; the same seed and size give the same picture."""
    paint, usual = KINDS[kind]
    scene = Scene([LABELS.index(kind), seed], size, hours or usual, over)
    paint(scene)
    return scene.finished()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    count, seed = (int(value) for value in (sys.argv[2:] + ["4", "0"][len(sys.argv) - 2:])[:2])
    for kind in LABELS:
        for number in range(count):
            draw(kind, seed + number, (640, 480)).save(folder / f"{kind.replace(' ', '-')}-{seed + number}.png")
