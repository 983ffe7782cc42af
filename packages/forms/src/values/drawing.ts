import type { Fault } from '../messages/catalogue.ts'

/** Maximum number of characters of a stored signature. */
export const drawingLimit = 60_000

/** A line that was drawn, from point to point. */
export type Stroke = readonly (readonly [x: number, y: number])[]

/** Width and height of the area for signatures. */
export const drawingSize = { width: 600, height: 160 } as const

/** Returns a drawing as SVG in a `data:` address. */
export function printStrokes(strokes: readonly Stroke[]): string {
  const paths = strokes.map((stroke) => {
    const points = stroke.map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`)
    return `<path d="M${points.join('L')}${points.length === 1 ? 'z' : ''}"/>`
  })
  return printSvg(
    `<g fill="none" stroke="#1a1a1a" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">${paths.join('')}</g>`,
  )
}

/** Returns a typed name as a signature: SVG in a `data:` address. */
export function printName(name: string): string {
  const text = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return printSvg(`<text x="20" y="104" font-family="cursive" font-size="64" fill="#1a1a1a">${text}</text>`)
}

/** Finds the error of a drawing from outside; null when it is valid. */
export function findDrawingFault(data: string): Fault | null {
  if (data.length > drawingLimit) return { code: 'signature.too-large' }
  const [, kind, base64 = ''] = /^data:image\/(png|svg\+xml);base64,([A-Za-z0-9+/]+={0,2})$/.exec(data) ?? []
  const isFine = kind === 'png' ? base64.startsWith(pngStart) : kind === 'svg+xml' && isPlainSvg(decode(base64))
  return isFine ? null : { code: 'signature.invalid' }
}

/** The first bytes of every PNG file. */
const pngStart = 'iVBORw0KGgo'

function printSvg(content: string): string {
  const { width, height } = drawingSize
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${content}</svg>`
  return `data:image/svg+xml;base64,${encode(svg)}`
}

/** Returns true for SVG of paths and text alone, without anything that could run, load or be clicked. */
function isPlainSvg(svg: string | null): boolean {
  if (svg === null) return false
  const inside = /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="[\d .-]{1,60}">(.*)<\/svg>$/su.exec(svg)?.[1]
  if (inside === undefined) return false
  for (const [part] of inside.matchAll(/<[^>]*>?|[^<]+/g)) if (!pieces.some((piece) => piece.test(part))) return false
  return true
}

const look = String.raw`(?: (?:fill|stroke|stroke-width|stroke-linecap|stroke-linejoin|x|y|font-family|font-size)="[#\w. -]{1,40}")*`
const pieces = [
  new RegExp(`^<(?:g|text)${look}>$`),
  new RegExp(`^<path d="[MLQCZz\\d .,-]*"${look}/>$`),
  /^<\/(?:g|text)>$/,
  /^(?:[^<>&\p{C}]|&(?:amp|lt|gt);)*$/u,
]

// Both programs have these; there is no shorter way that browser and server share.
function encode(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''))
}

function decode(base64: string): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)))
  } catch {
    return null
  }
}
