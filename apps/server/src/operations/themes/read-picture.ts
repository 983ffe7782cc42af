import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { SvgFault, sanitizeSvg } from './sanitize-svg.ts'

export type PictureKind = 'logo' | 'favicon'

/**
 * Detects the type of a picture by its content, regardless of name and declared type, and returns the bytes to store.
 * SVG files are reduced to drawing elements.
 */
export function readPicture(kind: PictureKind, bytes: Buffer): { contentType: string; bytes: Buffer } | Refusal {
  const { names, types } = allowed[kind]
  const type = types.find(({ isOne }) => isOne(bytes))
  if (type === undefined)
    return refuse('file.refused', `Expected a picture of type ${names} as ${kind}, but the file has another content.`)
  if (type !== svg) return { contentType: type.contentType, bytes }
  try {
    return { contentType: svg.contentType, bytes: Buffer.from(sanitizeSvg(bytes)) }
  } catch (error) {
    if (error instanceof SvgFault) return refuse('file.refused', `Expected an SVG picture, but ${error.message}`)
    throw error
  }
}

interface PictureType {
  readonly contentType: string
  readonly isOne: (bytes: Buffer) => boolean
}

const png: PictureType = {
  contentType: 'image/png',
  isOne: (bytes) => startsWith(bytes, '89504e470d0a1a0a0000000d49484452'),
}
const jpeg: PictureType = { contentType: 'image/jpeg', isOne: (bytes) => startsWith(bytes, 'ffd8ff') }

/** “BM” alone begins many a text: the length in the header, and that of the header after it, have to fit too. */
const bmp: PictureType = {
  contentType: 'image/bmp',
  isOne: (bytes) =>
    startsWith(bytes, '424d') &&
    bytes.length > 26 &&
    bytes.readUInt32LE(2) <= bytes.length &&
    [12, 40, 52, 56, 64, 108, 124].includes(bytes.readUInt32LE(14)),
}

/** A directory of at least one picture, which lies inside the file. */
const ico: PictureType = {
  contentType: 'image/x-icon',
  isOne: (bytes) =>
    startsWith(bytes, '00000100') &&
    bytes.length > 22 &&
    bytes.readUInt16LE(4) > 0 &&
    bytes.readUInt32LE(14) + bytes.readUInt32LE(18) <= bytes.length,
}

const svg: PictureType = {
  contentType: 'image/svg+xml',
  isOne: (bytes) => /^(?:\uFEFF)?\s*</.test(bytes.toString('utf8', 0, 64)) && bytes.includes('<svg'),
}

const allowed: Readonly<Record<PictureKind, { names: string; types: readonly PictureType[] }>> = {
  logo: { names: 'jpeg, jpg, png, svg or bmp', types: [png, jpeg, bmp, svg] },
  favicon: { names: 'jpeg, jpg, png, ico or bmp', types: [png, jpeg, ico, bmp] },
}

function startsWith(bytes: Buffer, hex: string): boolean {
  return bytes.subarray(0, hex.length / 2).toString('hex') === hex
}
