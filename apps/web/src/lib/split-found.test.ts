import { expect, it } from 'vitest'
import { splitFound } from './split-found.ts'

/** Found parts stand in brackets. */
const marked = (text: string, query: string) =>
  splitFound(text, query)
    .map((part) => (part.isFound ? `[${part.text}]` : part.text))
    .join('')

it.each([
  ['Reise nach München', 'mun', 'Reise nach [Mün]chen'],
  ['Reise nach München', 'MÜNCHEN reise', '[Reise] nach [München]'],
  ['Grundriß-Keller.txt', 'grundriss kell', '[Grundriß]-[Kell]er.txt'],
  ['Grundriß', 'grundris', '[Grundriß]'],
  ['Mu\u0308nchen', 'mün', '[Mu\u0308n]chen'],
  ['PR-2026/04817', '04 pr-2', '[PR]-[2]026/[04]817'],
  ['Travel request', 'ravel', 'Travel request'],
  ['100 % of a_b \\ c', '% _ \\ \0', '100 % of a_b \\ c'],
  ['(a+)+$', '(a+)+$', '([a]+)+$'],
  ['', 'a', ''],
  ['plan', '', 'plan'],
])('of %j the search for %j found %j', (text, query, expected) => {
  expect(marked(text, query)).toBe(expected)
})

it('takes no time for a long text or many words', () => {
  expect(marked('a'.repeat(10_000), 'b'.repeat(10_000))).toBe('a'.repeat(10_000))
})
