import { describe, expect, it } from 'vitest'
import { type Box, centreRightOf, findFreeRoom } from './free-room.ts'

const task = { width: 100, height: 80 }
const at = (x: number, y: number, width = 100, height = 80): Box => ({ x, y, width, height })

function boxOf({ x, y }: { x: number; y: number }): Box {
  return at(x - task.width / 2, y - task.height / 2)
}

const touches = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

describe('the free room for an element', () => {
  it('is the place itself where nothing is', () => {
    expect(findFreeRoom([at(500, 0)], task, { from: { x: 50, y: 40 }, way: 'right' })).toEqual({ x: 50, y: 40 })
  })

  it.each(['right', 'down'] as const)('covers nothing of a row, a column, a pool and a flow: to the %s', (way) => {
    const taken = [
      ...Array.from({ length: 20 }, (_, place) => at(place * 105, 0)),
      ...Array.from({ length: 20 }, (_, place) => at(0, place * 85)),
      at(2_200, -50, 600, 250),
      at(3_000, 40, 400, 0),
    ]
    const found = findFreeRoom(taken, task, { from: { x: 50, y: 40 }, way })
    expect(taken.filter((one) => touches(one, boxOf(found)))).toEqual([])
  })

  it('is beside the last element, in its row', () => {
    expect(centreRightOf(at(200, 100), task, { x: 0, y: 0 })).toEqual({ x: 400, y: 140 })
    expect(centreRightOf(undefined, task, { x: 7, y: 8 })).toEqual({ x: 7, y: 8 })
  })
})
