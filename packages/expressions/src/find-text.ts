import type { Meter } from './meter.ts'

/** Longer ones make the native search quadratic: 45 s for half a million characters in a million. */
const LONGEST_NATIVE = 128

/**
 * Searches like `String.indexOf`, in time linear in the text: 16 characters cost one unit.
 *
 * @throws OutOfAllowance
 */
export function findText(text: string, part: string, meter: Meter, from = 0): number {
  meter.charge(Math.max(0, text.length - from) >> 4)
  if (isNative(text, part)) return text.indexOf(part, from)
  for (const found of search(text, part, from)) return found
  return -1
}

/**
 * Searches like `String.lastIndexOf`, in time linear in the text.
 *
 * @throws OutOfAllowance
 */
export function findLastText(text: string, part: string, meter: Meter, from = text.length): number {
  meter.charge(text.length >> 4)
  if (isNative(text, part)) return text.lastIndexOf(part, from)
  let last = -1
  for (const found of search(text, part, 0)) {
    if (found > from) break
    last = found
  }
  return last
}

/**
 * Lists all positions of a non-empty text within another, without overlaps.
 *
 * @throws OutOfAllowance
 */
export function* listTexts(text: string, part: string, meter: Meter): Iterable<number> {
  let end = 0
  for (const found of isNative(text, part) ? searchNative(text, part) : search(text, part, 0)) {
    if (found < end) continue
    meter.charge(1 + ((found - end) >> 4))
    end = found + part.length
    yield found
  }
  meter.charge((text.length - end) >> 4)
}

function isNative(text: string, part: string): boolean {
  return part.length <= LONGEST_NATIVE || part.length > text.length
}

function* searchNative(text: string, part: string): Iterable<number> {
  for (let found = text.indexOf(part); found !== -1; found = text.indexOf(part, found + part.length)) yield found
}

/** Yields every place where it stands, those that overlap among them (Knuth, Morris and Pratt). */
function* search(text: string, part: string, from: number): Iterable<number> {
  const borders = listBorders(part)
  let matched = 0
  for (let index = from; index < text.length; index++) {
    const code = text.charCodeAt(index)
    while (matched > 0 && code !== part.charCodeAt(matched)) matched = borders[matched - 1] ?? 0
    if (code === part.charCodeAt(matched)) matched += 1
    if (matched < part.length) continue
    yield index - matched + 1
    matched = borders[matched - 1] ?? 0
  }
}

/** For each beginning of a text the longest part of it, not itself, with which it both begins and ends. */
function listBorders(part: string): Int32Array {
  const borders = new Int32Array(part.length)
  let matched = 0
  for (let index = 1; index < part.length; index++) {
    const code = part.charCodeAt(index)
    while (matched > 0 && code !== part.charCodeAt(matched)) matched = borders[matched - 1] ?? 0
    if (code === part.charCodeAt(matched)) matched += 1
    borders[index] = matched
  }
  return borders
}
