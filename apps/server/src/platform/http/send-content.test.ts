import { expect, it } from 'vitest'
import { readRange } from './send-content.ts'

it.each<[string, ReturnType<typeof readRange>]>([
  ['bytes=0-0', { from: 0, to: 1 }],
  ['bytes=2-4', { from: 2, to: 5 }],
  ['bytes=2-', { from: 2, to: 10 }],
  ['bytes=2-99', { from: 2, to: 10 }],
  ['bytes=-3', { from: 7, to: 10 }],
  ['bytes=-99', { from: 0, to: 10 }],
  ['bytes=10-', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=4-2', 'all'],
  ['bytes=0-1,3-4', 'all'],
  ['bytes=-', 'all'],
  ['bytes=a-b', 'all'],
  ['lines=1-2', 'all'],
  ['bytes=0-99999999999999999999', 'all'],
])('of ten bytes %s is %j', (header, range) => {
  expect(readRange(header, 10)).toEqual(range)
})

it('of nothing there is no range', () => {
  expect(readRange('bytes=0-', 0)).toBe('none')
})
