import { expect, it } from 'vitest'
import { openDiagram } from './create-viewer.ts'

type Viewer = Parameters<typeof openDiagram>[0]
interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A drawing of that size in a region of that size, and at which scale and where it is shown. */
function open(inner: Box, outer: { readonly width: number; readonly height: number }, smallest?: number) {
  let shown: Box = { x: 0, y: 0, width: 0, height: 0 }
  const canvas = {
    viewbox: (set?: Box) => {
      if (set !== undefined) shown = set
      return { inner, outer }
    },
  }
  const elementRegistry = {
    get: (id: string) => (id === 'start' ? { x: 100, y: 1000, width: 36, height: 36 } : undefined),
  }
  const services = { canvas, elementRegistry }
  openDiagram(
    { get: (name: keyof typeof services) => services[name] } as unknown as Viewer,
    ['gone', 'start'],
    smallest,
  )
  return { scale: outer.width / shown.width, ...shown }
}

const wide = { x: 0, y: 0, width: 3000, height: 2000 }

it('a drawing that can be read as a whole is shown as a whole, and not enlarged', () => {
  expect(open({ x: 0, y: 0, width: 200, height: 100 }, { width: 800, height: 600 }).scale).toBe(1)
  expect(open({ ...wide, height: 500 }, { width: 2464, height: 900 }).scale).toBeCloseTo(0.8)
})

it('what would be too small to read is shown from where it starts, at 70 %, or half the size in the modeller', () => {
  const phone = { width: 360, height: 600 }
  const look = open(wide, phone)
  expect([look.scale, look.y + look.height / 2]).toEqual([expect.closeTo(0.7), expect.closeTo(1018)])
  const smaller = open(wide, phone, 0.5)
  expect(smaller.scale).toBeCloseTo(0.5)
  // The start is within the picture, with a margin on its left.
  expect([smaller.x, smaller.x + smaller.width > 136]).toEqual([-64, true])
})
