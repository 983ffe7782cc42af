import { expect, test } from 'vitest'
import { sortByDependency } from './sort-by-dependency.ts'

function sort(graph: Record<string, string[]>) {
  return sortByDependency(Object.keys(graph), (name) => graph[name] ?? [])
}

test('names stand behind the ones they depend on, and otherwise as given', () => {
  expect(sort({ a: ['c'], b: [], c: ['d', 'elsewhere'], d: [] })).toEqual({ ok: true, order: ['d', 'c', 'a', 'b'] })
})

test('a cycle is named from its first to its first', () => {
  expect(sort({ start: ['a'], a: ['b'], b: ['c'], c: ['a'] })).toEqual({ ok: false, cycle: ['a', 'b', 'c', 'a'] })
  expect(sort({ a: ['a'] })).toEqual({ ok: false, cycle: ['a', 'a'] })
})

test('a diamond is no cycle', () => {
  expect(sort({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }).ok).toBe(true)
})

test('a chain of two thousand is sorted', () => {
  const graph = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`n${index}`, [`n${index + 1}`]]))
  expect(sort(graph)).toMatchObject({ ok: true })
})
