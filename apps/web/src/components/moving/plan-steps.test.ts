import { expect, test } from 'vitest'
import { type PlanStep, reasonOf, shift, toDrawn, toMoves } from './plan-steps.ts'

const from = { elementId: 'a', token: null, count: 2 } as const
const steps: readonly PlanStep[] = [
  { key: '1', kind: 'move', from, to: { at: 'before', id: 'b' } },
  { key: '2', kind: 'cancel', from: { elementId: 'c', token: { id: 't', isWaiting: true }, count: 3 } },
  { key: '3', kind: 'start', to: { at: 'flow', id: 'f' } },
]
const flows = [{ id: 'f', name: null, from: 'b', to: 'd' }]

test('each token starts before the old ones end, and what started meanwhile does not end', () => {
  expect(toMoves(steps)).toEqual([
    { kind: 'start', at: 'before', id: 'b', ancestorId: null },
    { kind: 'start', at: 'before', id: 'b', ancestorId: null },
    { kind: 'cancel', by: 'key', id: 'a', isOfBefore: true },
    { kind: 'cancel', by: 'token', id: 't', isOfBefore: false },
    { kind: 'start', at: 'flow', id: 'f', ancestorId: null },
  ])
})

test('a reason belongs to the step of its move', () => {
  const lines = [null, 'first', null, null, 'last']
  expect(steps.map((_, index) => reasonOf(steps, lines, index))).toEqual(['first', null, 'last'])
})

test('the drawing counts tokens, and not where their number differs', () => {
  expect(toDrawn(steps, flows)).toEqual({
    ends: [
      { elementId: 'a', count: 2 },
      { elementId: 'c', count: 1 },
    ],
    starts: [
      { elementId: 'b', count: 2 },
      { elementId: 'd', count: 1 },
    ],
    arrows: [{ from: 'a', to: 'b', count: 2 }],
  })
  const many = [{ key: '1', kind: 'cancel', from: { elementId: 'a', token: null, count: null } } as const]
  expect(toDrawn(many, flows).ends).toEqual([{ elementId: 'a', count: null }])
})

test('a step changes place with its neighbour, and stays at an end', () => {
  expect([shift('abc'.split(''), 1, -1).join(''), shift(['a'], 0, 1).join('')]).toEqual(['bac', 'a'])
})
