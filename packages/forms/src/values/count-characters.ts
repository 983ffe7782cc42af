/**
 * Counts the characters of a text as people do: an emoji, or a letter with its accents, is one (extended grapheme
 * clusters of Unicode Standard Annex 29).
 */
export function countCharacters(text: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
  if (/^[\x00-\x7f]*$/.test(text)) return text.length
  let count = 0
  for (const _ of segmenter.segment(text)) count += 1
  return count
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
