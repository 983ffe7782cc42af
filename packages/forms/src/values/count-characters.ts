/**
 * Counts the characters of a text as people do: an emoji, or a letter with its accents, is one (extended grapheme
 * clusters of Unicode Standard Annex 29). A character of more than 512 code units counts as several.
 */
export function countCharacters(text: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
  if (/^[\x00-\x7f]*$/.test(text)) return text.length
  let count = 0
  // Piece by piece: each step of the segmenter takes as long as its text is.
  for (let at = 0; at < text.length; ) {
    const piece = text.slice(at, at + pieceLength)
    const starts = [...segmenter.segment(piece)].map(({ index }) => index)
    const last = starts.at(-1) ?? 0
    // The last character may go on in the next piece.
    const isOpen = at + piece.length < text.length && last > 0
    count += isOpen ? starts.length - 1 : starts.length
    at += isOpen ? last : piece.length
  }
  return count
}

const pieceLength = 512
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
