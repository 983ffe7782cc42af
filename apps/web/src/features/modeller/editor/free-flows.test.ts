import { expect, it } from 'vitest'
import { freeWays } from './free-flows.ts'

const root = { id: 'root' }
const source = { x: 100, y: 75, width: 50, height: 50, parent: root }
const target = { x: 350, y: 75, width: 50, height: 50, parent: root }
const task = { x: 200, y: 60, width: 100, height: 80, parent: root }
const straight = [
  { x: 125, y: 100 },
  { x: 375, y: 100 },
]
const flow = { type: 'bpmn:SequenceFlow', parent: root, waypoints: straight, source, target }
/** A name of two lines, in the middle of the flow. */
const name = { type: 'label', x: 205, y: 72, width: 90, height: 40, parent: root }

/** Lays out the flow among other elements, where bpmn-js draws a straight line. */
function layOut(connection: object, ...others: readonly object[]): readonly object[] {
  const layouter = { layoutConnection: () => straight as readonly object[] } as {
    layoutConnection(connection: object): readonly object[]
  }
  const registry = { filter: (keep: (one: object) => boolean) => [source, target, connection, ...others].filter(keep) }
  const [, free] = freeWays.freeFlows as unknown as [string, (...services: object[]) => void]
  free(layouter, registry)
  return layouter.layoutConnection(connection)
}

it('a new flow leads around an element and the name of another flow', () => {
  expect(layOut(flow)).toBe(straight)
  expect(layOut(flow, task)).not.toBe(straight)
  expect(layOut(flow, { ...name, labelTarget: {} })).not.toBe(straight)
})

it('its own name and the names of its ends are in no way', () => {
  for (const labelTarget of [flow, source, target]) expect(layOut(flow, { ...name, labelTarget })).toBe(straight)
})

it('bends that somebody drew stay, and so do flows of boundary events', () => {
  const bent = { ...flow, waypoints: [...straight, { x: 375, y: 200 }] }
  expect(layOut(bent, task)).toBe(straight)
  expect(layOut({ ...flow, source: { ...source, host: task } }, task)).toBe(straight)
})
