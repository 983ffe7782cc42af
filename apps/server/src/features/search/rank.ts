import { splitIntoTerms } from '../../runtime/search/terms.ts'

/** Those that have whole words of what was typed come before those with words that begin so; else as they were. */
export function rank<Row>(rows: readonly Row[], textOf: (row: Row) => string, terms: readonly string[]): Row[] {
  const scored = rows.map((row) => {
    const text = textOf(row)
    const own = new Set(text.split(/\s+/).flatMap((part) => splitIntoTerms(part)))
    return { row, score: terms.filter((word) => own.has(word)).length }
  })
  return scored.sort((a, b) => b.score - a.score).map(({ row }) => row)
}
