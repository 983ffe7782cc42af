import { expect, it } from 'vitest'
import { findFreeWay, type Surroundings } from './find-detour.ts'

const split = { x: 100, y: 75, width: 50, height: 50 }
const task = { x: 200, y: 60, width: 100, height: 80 }
const join = { x: 350, y: 75, width: 50, height: 50 }
const straight = [
  { x: 125, y: 100 },
  { x: 375, y: 100 },
]
/** The flows from the gateway to the task and from there to the other gateway. */
const through = [
  [
    { x: 150, y: 100 },
    { x: 200, y: 100 },
  ],
  [
    { x: 300, y: 100 },
    { x: 350, y: 100 },
  ],
]
const nothing: Surroundings = { shapes: [], flows: [], frame: null }

const find = (around: Partial<Surroundings>) =>
  findFreeWay(straight, { source: split, target: join }, { ...nothing, ...around })

const at = (y: number) => [straight[0], { x: 125, y }, { x: 375, y }, straight[1]]

it('a flow stays straight where nothing is in its way', () => {
  expect(find({})).toBe(straight)
  expect(find({ shapes: [{ ...task, y: 200 }] })).toBe(straight)
})

it('a flow around one element leads above the row', () => {
  expect(find({ shapes: [task], flows: through })).toEqual(at(40))
})

it('a second flow between the same elements leads below the row, and a third one above the first', () => {
  const first = at(40) as { x: number; y: number }[]
  const second = find({ shapes: [task], flows: [...through, first] })
  expect(second).toEqual(at(160))
  const third = find({ shapes: [task], flows: [...through, first, [...second]] })
  expect(third).toEqual(at(20))
})

it('a flow leads below where another element is above, and past all rows that it meets', () => {
  const above = { x: 120, y: -40, width: 10, height: 100 }
  expect(find({ shapes: [task, above] })).toEqual(at(160))
  const below = { ...task, y: 150 }
  expect(find({ shapes: [task, above, below] })).toEqual(at(250))
})

it('a flow stays in its pool', () => {
  expect(find({ shapes: [task], frame: { x: 0, y: 50, width: 600, height: 200 } })).toEqual(at(160))
})

it('a flow stays where it was when every way covers something', () => {
  const walls = [task, { x: 110, y: 0, width: 30, height: 70 }, { x: 110, y: 130, width: 30, height: 70 }]
  expect(find({ shapes: walls })).toBe(straight)
})

it('a flow on another one for most of its way leaves it', () => {
  expect(find({ flows: [straight] })).not.toBe(straight)
})
