import { expect, it } from 'vitest'
import { freePad } from './free-context-pad.ts'

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface Drawn extends Box {
  readonly parent?: object | undefined
  readonly children?: readonly object[]
  readonly waypoints?: readonly object[]
  readonly source?: object
  readonly target?: object
}

const root = { id: 'root' }

/** Where the pad of the first of some shapes is, in a drawing that is shown as it is. */
function placeOf(...boxes: readonly Drawn[]): { left: number; top: number } {
  const shapes = boxes.map((box) => Object.assign(box, { parent: box.parent ?? root, labels: [] }))
  const contextPad = {
    _current: null,
    _getPosition: (shape: Box) => ({ left: shape.x + shape.width + 12, top: shape.y }),
  }
  const canvas = { getAbsoluteBBox: (box: Box) => box, getSize: () => ({ width: 1000, height: 600 }) }
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

it('the context pad of a flow is beyond the elements that it passes', () => {
  // From a gateway through a task to another gateway, in one line.
  const flow = { x: 150, y: 340, width: 200, height: 1, waypoints: [] }
  const gateways = [
    { x: 100, y: 315, width: 50, height: 50 },
    { x: 350, y: 315, width: 50, height: 50 },
  ]
  const [above, below] = [
    { ...task, y: 170 },
    { ...task, y: 400 },
  ]
  expect(placeOf(flow, task, ...gateways)).toEqual({ left: 208, top: 392 })
  expect(placeOf(flow, task, ...gateways, above)).toEqual({ left: 208, top: 392 })
  expect(placeOf(flow, task, ...gateways, below)).toEqual({ left: 208, top: 168 })
  // Below the window, nobody would see it.
  expect(placeOf(flow, task, ...gateways, above, below)).toEqual({ left: 208, top: 38 })
})

it('the context pad of a message flow may be in the pools that it connects', () => {
  const [upper, lower] = [0, 400].map((y): Drawn => ({ x: 0, y, width: 900, height: 200, children: [{}] }))
  const receiver = { ...task, y: 450, parent: lower }
  const flow = { x: 250, y: 160, width: 1, height: 290, waypoints: [], source: { parent: upper }, target: receiver }
  const beside = { x: 270, y: 200, width: 50, height: 50 }
  expect(placeOf(flow, upper as Drawn, lower as Drawn, receiver, beside)).toEqual({ left: 208.5, top: 28 })
})
