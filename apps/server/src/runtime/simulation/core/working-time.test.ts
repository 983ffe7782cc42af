import { expect, it } from 'vitest'
import { createWorkingTime } from './working-time.ts'

const time = createWorkingTime([
  [10, 20],
  [30, 40],
  [50, 60],
])

it.each([
  ['starts with the first hour', 0, 5, 15],
  ['continues within the hours', 12, 5, 17],
  ['ends with the hours that it fills', 10, 10, 20],
  ['continues in the next hours', 15, 10, 35],
  ['waits outside of them', 25, 3, 33],
  ['skips a whole span', 15, 16, 51],
  ['without work, moves to the next hour', 25, 0, 30],
  ['without work, stays within hours', 12, 0, 12],
  ['without work, leaves the end of hours', 20, 0, 30],
  ['has no moment after the last hour', 55, 6, Number.POSITIVE_INFINITY],
  ['has no moment after the end', 60, 0, Number.POSITIVE_INFINITY],
])('%s', (_, from, work, end) => {
  expect(time.add(from, work)).toBe(end)
})

it('counts the working time between two moments', () => {
  expect([time.between(0, 100), time.between(15, 35), time.between(22, 28), time.between(35, 15)]).toEqual([
    30, 10, 0, 0,
  ])
  expect(createWorkingTime(null).between(3, 10)).toBe(7)
  expect(createWorkingTime([]).add(0, 1)).toBe(Number.POSITIVE_INFINITY)
})
