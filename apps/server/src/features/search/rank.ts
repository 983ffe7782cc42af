import { splitIntoTerms } from '../../runtime/search/words.ts'

/** Those that have whole words of what was typed come before those with words that begin so; else as they were. */
export function rank<Row>(rows: readonly Row[], textOf: (row: Row) => string, words: readonly string[]): Row[] {
  const scored = rows.map((row) => {
    const text = textOf(row)
    const own = new Set(text.split(/\s+/).flatMap((part) => splitIntoTerms(part)))
    return { row, score: words.filter((word) => own.has(word)).length }
  })
  return scored.sort((a, b) => b.score - a.score).map(({ row }) => row)
}
