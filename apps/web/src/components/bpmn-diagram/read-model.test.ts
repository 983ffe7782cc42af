import type { ModdleElement } from 'bpmn-js/lib/model/Types'
import { expect, test } from 'vitest'
import { findStep, readModel } from './read-model.ts'

test('steps are in the order of flow, however the file has them; of several ways the first comes first', () => {
  expect(orderOf('end b a join fork start', 'start>fork fork>a fork>b a>join b>join join>end')).toEqual(
    'start fork a b join end'.split(' '),
  )
})

test('loops end, and the ways on from a step come before what leaves at its edge', () => {
  expect(orderOf('check sub late@check start end alone', 'start>check check>sub sub>check sub>end late>end')).toEqual(
    'start check sub late end alone'.split(' '),
  )
})

test('steps inside of another follow it, a step deeper', () => {
  const inside = [...nodesOf('in2 start'), ...flowsOf('start>in2')]
  const outside = [...nodesOf('end start'), node('sub', 'bpmn:SubProcess', { flowElements: inside })]
  const steps = readModel(definitionsOf([...outside, ...flowsOf('start>sub sub>end', outside)]), 'p').steps
  expect(steps.map(({ id, depth }) => `${depth} ${id}`)).toEqual(['0 start', '0 sub', '1 start', '1 in2', '0 end'])
})

test('a path of ten thousand steps is no matter', () => {
  const ids = Array.from({ length: 10_000 }, (_, index) => `t${index}`)
  const flows = ids.slice(1).map((id, index) => `t${index}>${id}`)
  expect(orderOf(ids.toReversed().join(' '), flows.join(' '))).toEqual(ids)
})

test('a click means a step, or what its label names; on a flow, a pool or the paper it means none', () => {
  const { steps } = readModel(definitionsOf([...nodesOf('start a'), ...flowsOf('start>a')]), 'p')
  const labelled = { id: 'a_label', labelTarget: { id: 'a' } }
  expect([{ id: 'a' }, labelled, { id: 'start>a' }, { id: 'p' }].map((one) => findStep(steps, one)?.id)).toEqual([
    'a',
    'a',
    undefined,
    undefined,
  ])
})

/** @param nodes in the order of the file; `x@y` stands at the edge of `y`. */
function orderOf(nodes: string, flows: string): string[] {
  const known = nodesOf(nodes)
  return readModel(definitionsOf([...known, ...flowsOf(flows, known)]), 'p').steps.map(({ id }) => id)
}

let last: readonly ModdleElement[] = []

function nodesOf(nodes: string): ModdleElement[] {
  const made = new Map<string, ModdleElement>()
  for (const text of nodes.split(' ')) {
    const [id = '', host] = text.split('@')
    const type = host === undefined ? (id === 'start' ? 'bpmn:StartEvent' : 'bpmn:Task') : 'bpmn:BoundaryEvent'
    made.set(id, node(id, type, { attachedToRef: made.get(host ?? '') }))
  }
  last = [...made.values()]
  return [...last]
}

function flowsOf(flows: string, nodes: readonly ModdleElement[] = last): ModdleElement[] {
  const byId = new Map(nodes.map((one) => [one.id as string, one]))
  return flows.split(' ').map((text) => {
    const [from = '', to = ''] = text.split('>')
    return node(text, 'bpmn:SequenceFlow', { sourceRef: byId.get(from), targetRef: byId.get(to) })
  })
}

function definitionsOf(flowElements: readonly ModdleElement[]): ModdleElement {
  return node('d', 'bpmn:Definitions', { rootElements: [node('p', 'bpmn:Process', { flowElements })] })
}

/** As bpmn-moddle makes them, as far as it is asked for. */
function node(id: string, $type: string, values: Readonly<Record<string, unknown>>): ModdleElement {
  const kinds = [$type, ...($type === 'bpmn:SequenceFlow' ? [] : ['bpmn:FlowNode'])]
  const made = { id, $type, ...values, $instanceOf: (kind: string) => kinds.includes(kind) }
  return { ...made, get: (name: string) => values[name] } as unknown as ModdleElement
}
