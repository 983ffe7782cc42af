import { type Documents, readRows } from './documents.ts'

/** Checks that the glossary has one line for each term, in alphabetical order. Returns the problems. */
export function checkGlossary(documents: Documents): string[] {
  const rows = readRows(documents.read('docs/glossary.md') ?? '', '| Word | Means |')
  const words = rows.map(([word = '']) => word)
  const sorted = words.toSorted((one, other) => one.localeCompare(other, 'en'))
  const misplaced = words.find((word, index) => word !== sorted[index])
  return misplaced === undefined && new Set(words).size === words.length
    ? []
    : [`docs/glossary.md: Expected each word once and in order, but “${misplaced ?? 'one'}” is not.`]
}
