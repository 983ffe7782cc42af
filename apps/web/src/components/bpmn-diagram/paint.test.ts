import type { ModdleElement } from 'bpmn-js/lib/model/Types'
import { expect, it } from 'vitest'
import { getLook, widenLabels } from './paint.ts'

it('gives narrow labels room around their middle, and leaves wide ones and shapes without a label', () => {
  const narrow = createNode({ x: 100, width: 30 })
  const wide = createNode({ x: 100, width: 120 })
  widenLabels([
    createNode({ label: createNode({ bounds: narrow }) }),
    createNode({ label: createNode({ bounds: wide }) }),
    createNode({ label: createNode({}) }),
    createNode({}),
  ])
  expect([narrow.get('x'), narrow.get('width')]).toEqual([70, 90])
  expect([wide.get('x'), wide.get('width')]).toEqual([100, 120])
})

it('shows what failed before what is active, and what is active before what is done', () => {
  const status = { elementId: 'a', active: 1, completed: 1, cancelled: 0, incidents: 1 }
  expect(getLook(status, false)).toBe('incident')
  expect(getLook({ ...status, incidents: 0 }, false)).toBe('active')
  expect(getLook({ ...status, incidents: 0 }, true)).toBe('suspended')
  expect(getLook({ ...status, incidents: 0, active: 0 }, true)).toBe('completed')
  expect(getLook(undefined, false)).toBe('untouched')
})

/** As the reader of models makes them, with no more than is looked at. */
function createNode(properties: Record<string, unknown>): ModdleElement {
  return {
    get: (name: string) => properties[name],
    set: (name: string, value: unknown) => {
      properties[name] = value
    },
  } as unknown as ModdleElement
}
