import { splitIntoTerms } from '../../runtime/search/terms.ts'

/** Sorts rows with whole terms before rows with words that begin with a term; otherwise keeps the order. */
export function rank<Row>(rows: readonly Row[], textOf: (row: Row) => string, terms: readonly string[]): Row[] {
  const scored = rows.map((row) => {
    const text = textOf(row)
    const own = new Set(text.split(/\s+/).flatMap((part) => splitIntoTerms(part)))
    return { row, score: terms.filter((word) => own.has(word)).length }
  })
  return scored.sort((a, b) => b.score - a.score).map(({ row }) => row)
}
