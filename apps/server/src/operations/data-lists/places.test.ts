import { expect, it } from 'vitest'
import { placesBetween } from './places.ts'

it('rows at the end count on', () => {
  expect(placesBetween(null, null, 3)).toEqual(['00000001', '00000002', '00000003'])
  expect(placesBetween('00000003', null, 1)).toEqual(['00000004'])
  expect(placesBetween('000000038', null, 1)).toEqual(['00000004'])
})

it('between two rows there is always another', () => {
  expect(placesBetween('00000001', '00000002', 1)).toEqual(['000000018'])
  expect(placesBetween(null, '00000001', 1)).toEqual(['000000008'])
  let [before, after] = ['00000001', '00000002']
  for (let times = 0; times < 500; times++) {
    const [between = ''] = placesBetween(before, after, 1)
    expect([before < between, between < after]).toEqual([true, true])
    if (times % 2 === 0) before = between
    else after = between
  }
})

it('many rows between two are in their order, and each has a place of its own', () => {
  const places = placesBetween('00000001', '00000002', 1000)
  expect(places.toSorted()).toEqual(places)
  expect(new Set(places).size).toBe(1000)
  expect(places.every((place) => place > '00000001' && place < '00000002')).toBe(true)
})
