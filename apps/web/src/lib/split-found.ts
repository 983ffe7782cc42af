import { foldText } from './fold-text.ts'

export interface Part {
  readonly text: string
  readonly isFound: boolean
}

const word = /[\p{L}\p{M}\p{Nd}]+/gu

/**
 * Splits a text into parts that match the search text and parts that do not. Words match by their beginning, regardless
 * of case and accents.
 */
export function splitFound(text: string, query: string): Part[] {
  const wanted = (query.match(word) ?? []).map(foldText).filter((one) => one !== '')
  const parts: Part[] = []
  let end = 0
  const add = (to: number, isFound: boolean) => {
    if (to > end) parts.push({ text: text.slice(end, to), isFound })
    end = Math.max(end, to)
  }
  for (const { 0: found, index } of text.matchAll(word)) {
    const fitting = wanted.filter((one) => foldText(found).startsWith(one)).map(({ length }) => length)
    if (fitting.length === 0) continue
    add(index, false)
    add(index + lengthOf(found, Math.max(...fitting)), true)
  }
  add(text.length, false)
  return parts
}

/** How much of a word has so many plain letters. */
function lengthOf(text: string, letters: number): number {
  let length = 0
  for (const sign of text) {
    if (foldText(text.slice(0, length)).length >= letters && !/\p{M}/u.test(sign)) break
    length += sign.length
  }
  return length
}
