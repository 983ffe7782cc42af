/** A colour in OKLCH: lightness 0 to 1, chroma from 0, hue in radians. Equal differences look equal. */
export interface Oklch {
  readonly l: number
  readonly c: number
  readonly h: number
}

/** Converts a colour `#rrggbb` to OKLCH. */
export function toOklch(hex: string): Oklch {
  const [r, g, b] = readHex(hex).map(toLinear) as [number, number, number]
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const l = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const bb = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  return { l, c: Math.hypot(a, bb), h: Math.atan2(bb, a) }
}

/** Converts OKLCH to the nearest sRGB colour: chroma is reduced, lightness and hue are kept. */
export function fromOklch({ l, c, h }: Oklch): string {
  const light = Math.min(1, Math.max(0, l))
  for (let chroma = c; chroma > 0; chroma -= 0.002) {
    const linear = toLinearRgb({ l: light, c: chroma, h })
    if (linear.every((part) => part >= -0.0005 && part <= 1.0005)) return writeHex(linear)
  }
  return writeHex(toLinearRgb({ l: light, c: 0, h }))
}

/** Returns the contrast of two colours by WCAG 2: 1 to 21. */
export function contrast(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

export function isDark(hex: string): boolean {
  return luminance(hex) < 0.18
}

/** Mixes two colours. @param share the share of the second colour, 0 to 1. */
export function mix(first: string, second: string, share: number): string {
  const [from, to] = [readHex(first), readHex(second)]
  return writeBytes(from.map((part, index) => part + ((to[index] ?? part) - part) * share))
}

/**
 * Returns the colour of the same hue, nearest in lightness, whose contrast with every background is at least the given
 * one; black or white if none has.
 */
export function reachContrast(hex: string, grounds: readonly string[], least: number): string {
  const reaches = (candidate: string) => grounds.every((ground) => contrast(candidate, ground) >= least)
  if (reaches(hex)) return hex
  const colour = toOklch(hex)
  for (let step = 0.01; step <= 1; step += 0.01) {
    const near = [colour.l - step, colour.l + step]
      .filter((l) => l >= 0 && l <= 1)
      .map((l) => fromOklch({ ...colour, l }))
      .find(reaches)
    if (near !== undefined) return near
  }
  const worst = (candidate: string) => Math.min(...grounds.map((ground) => contrast(candidate, ground)))
  return worst('#000000') > worst('#ffffff') ? '#000000' : '#ffffff'
}

function toLinearRgb({ l, c, h }: Oklch): number[] {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

function luminance(hex: string): number {
  const [r, g, b] = readHex(hex).map(toLinear) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function toLinear(byte: number): number {
  const part = byte / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

function toByte(linear: number): number {
  const part = Math.min(1, Math.max(0, linear))
  return 255 * (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055)
}

function readHex(hex: string): number[] {
  return [1, 3, 5].map((place) => Number.parseInt(hex.slice(place, place + 2), 16))
}

function writeHex(linear: readonly number[]): string {
  return writeBytes(linear.map(toByte))
}

function writeBytes(bytes: readonly number[]): string {
  return `#${bytes.map((byte) => Math.round(byte).toString(16).padStart(2, '0')).join('')}`
}
