import type { Meter } from './meter.ts'

/** Longer ones make the native search quadratic: 45 s for half a million characters in a million. */
const LONGEST_NATIVE = 128

/** As `String.indexOf`, in a time that grows with the text alone: 16 characters are one unit. @throws OutOfAllowance */
export function findText(text: string, part: string, meter: Meter, from = 0): number {
  const length = text.length - from
  meter.charge(length >> 4)
  if (part.length <= LONGEST_NATIVE || part.length > length) return text.indexOf(part, from)
  return search(text, part, from)
}

/** Knuth, Morris and Pratt. */
function search(text: string, part: string, from: number): number {
  const borders = listBorders(part)
  let matched = 0
  for (let index = from; index < text.length; index++) {
    const code = text.charCodeAt(index)
    while (matched > 0 && code !== part.charCodeAt(matched)) matched = borders[matched - 1] ?? 0
    if (code === part.charCodeAt(matched)) matched += 1
    if (matched === part.length) return index - matched + 1
  }
  return -1
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
