import { expect, it } from 'vitest'
import { freePad } from './free-context-pad.ts'

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Where the pad of the first of some shapes is, in a drawing that is shown as it is. */
function placeOf(...boxes: readonly (Box & { readonly waypoints?: readonly object[] })[]): {
  left: number
  top: number
} {
  const root = { id: 'root' }
  const shapes = boxes.map((box) => ({ ...box, parent: root, labels: [] }))
  const contextPad = {
    _current: null,
    _getPosition: (shape: Box) => ({ left: shape.x + shape.width + 12, top: shape.y }),
  }
  const canvas = { getAbsoluteBBox: (box: Box) => box }
  const registry = { filter: (keep: (shape: object) => boolean) => [root, ...shapes].filter(keep) }
  const [, free] = freePad.freeContextPad as [string, (...services: object[]) => void]
  free(contextPad, canvas, registry)
  return contextPad._getPosition(shapes[0] as unknown as Box)
}

const task = { x: 200, y: 300, width: 100, height: 80 }

it('the context pad is where no other element is', () => {
  expect(placeOf(task)).toEqual({ left: 312, top: 300 })
  const next = { ...task, x: 350 }
  expect(placeOf(task, next)).toEqual({ left: 200, top: 392 })
  const below = { ...task, y: 420 }
  expect(placeOf(task, next, below)).toEqual({ left: 200, top: 168 })
  const above = { ...task, y: 180 }
  expect(placeOf(task, next, below, above)).toEqual({ left: 104, top: 300 })
  expect(placeOf(task, next, below, above, { ...task, x: 50 })).toEqual({ left: 312, top: 300 })
})

it('the context pad of a flow does not cover its target', () => {
  const flow = { x: 100, y: 340, width: 100, height: 1, waypoints: [] }
  expect(placeOf(flow)).toEqual({ left: 212, top: 340 })
  expect(placeOf(flow, { ...task, x: 210 })).toEqual({ left: 108, top: 353 })
})
