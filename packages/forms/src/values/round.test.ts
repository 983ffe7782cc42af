import { expect, test } from 'vitest'
import { roundHalfEven } from './round.ts'

test.each([
  [1 / 3, 2, 0.33],
  [0.125, 2, 0.12],
  [0.375, 2, 0.38],
  [2.665, 2, 2.66],
  [2.675, 2, 2.68],
  [-2.5, 0, -2],
  [-3.5, 0, -4],
  [9.999, 2, 10],
  [12, 2, 12],
  [1e21, 2, 1e21],
  [1e-300, 2, 0],
  [-0.001, 2, 0],
])('%d with %d digits is %d', (value, digits, rounded) => {
  expect(roundHalfEven(value, digits)).toBe(rounded)
})
