import { readBpmn } from '@millrace/bpmn'
import { expect, it } from 'vitest'
import { constantSample } from './core/sample.ts'
import { simulate } from './core/simulate.ts'
import { describeModel } from './describe-model.ts'
import { findRoles } from './find-roles.ts'
import type { MeasuredElement, Measures } from './measures.ts'
import { prepareSimulation } from './prepare.ts'

const hour = 3_600_000

/** Parallel branches; in one, an activity for each item with a timer; a loop; an event sub-process. */
const xml = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="test">
  <process id="order" isExecutable="true">
    <startEvent id="start"/>
    <exclusiveGateway id="again"/>
    <parallelGateway id="fork"/>
    <userTask id="pick" name="Pick"><multiInstanceLoopCharacteristics isSequential="true"><loopCardinality>3</loopCardinality></multiInstanceLoopCharacteristics></userTask>
    <boundaryEvent id="late" attachedToRef="pick" cancelActivity="false"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></boundaryEvent>
    <endEvent id="reminded"/>
    <serviceTask id="bill" name="Bill"/>
    <parallelGateway id="join"/>
    <exclusiveGateway id="good" default="yes"/>
    <endEvent id="end"/>
    <subProcess id="stop" triggeredByEvent="true"><startEvent id="stopped"><messageEventDefinition/></startEvent></subProcess>
    <sequenceFlow id="a" sourceRef="start" targetRef="again"/>
    <sequenceFlow id="h" sourceRef="again" targetRef="fork"/>
    <sequenceFlow id="b" sourceRef="fork" targetRef="pick"/>
    <sequenceFlow id="c" sourceRef="fork" targetRef="bill"/>
    <sequenceFlow id="d" sourceRef="pick" targetRef="join"/>
    <sequenceFlow id="e" sourceRef="bill" targetRef="join"/>
    <sequenceFlow id="f" sourceRef="join" targetRef="good"/>
    <sequenceFlow id="yes" sourceRef="good" targetRef="end"/>
    <sequenceFlow id="no" sourceRef="good" targetRef="again"/>
    <sequenceFlow id="g" sourceRef="late" targetRef="reminded"/>
  </process></definitions>`
const read = readBpmn(xml)
const model = read.ok ? read.document.processes[0] : read.processes[0]
if (model === undefined) throw new Error('Expected a process.')

const element = (elementId: string, took: number | null): MeasuredElement => ({
  ...{ elementId, entered: 100, took: took === null ? null : constantSample(took), cancelledAfter: null },
})
const measures: Measures = {
  ...{ from: '2030-01-01T00:00:00Z', to: '2030-03-01T00:00:00Z', firstAt: null, started: 100, measured: 80 },
  ...{ arrivals: [], completions: [], starts: [{ elementId: 'start', count: 100 }] },
  elements: [element('pick', hour), element('bill', 5 * hour), element('fork', 0)],
  flows: [
    { flowId: 'yes', count: 75 },
    { flowId: 'no', count: 25 },
  ],
  repeats: [{ elementId: 'pick', times: constantSample(3) }],
  tasks: [
    {
      ...{ elementId: 'pick', group: 'store', count: 300, work: constantSample(2 * hour) },
      pauses: { idle: null, queued: null },
    },
  ],
  staff: { from: null, isShortened: false, days: 0, users: [], elsewhere: null },
}

it('describes branches, loops, repeated activities and timers of a process', () => {
  const roles = new Map([['group:store', { people: 1, hours: null, costPerHour: 0, elsewhere: null }]])
  const described = describeModel(model, measures, { roles, flows: new Map() })
  expect(described.notes).toEqual([{ elementId: 'stop', name: null, problem: 'left-out' }])
  expect(findRoles(model, measures)).toEqual([{ id: 'group:store', name: 'store', elementIds: ['pick'], tasks: 300 }])
  const [to, arrivals] = [400 * 24 * hour, Array.from({ length: 400 * 24 }, () => 0.02)]
  const run = {
    model: described.model,
    arrivals,
    from: 0,
    measureFrom: 0,
    to,
    seed: 3,
    number: 1,
    maxEvents: 1_000_000,
  }
  const {
    ended,
    duration,
    elements,
    roles: [store],
  } = simulate(run)
  expect(ended).toBeGreaterThan(150)
  // Three picks of two hours each are the longer branch.
  expect((duration.median ?? 0) / hour).toBeGreaterThanOrEqual(6)
  const count = (id: string) => elements.find((one) => one.id === id)?.count ?? 0
  expect(count('pick') / ended).toBeCloseTo(4, 0)
  expect(count('bill') / ended).toBeCloseTo(4 / 3, 0)
  expect(store?.work).toBeCloseTo(count('pick') * 2 * hour, -8)
})

it('takes the changed share of a flow, and equal shares without history', () => {
  const weights = (flows: Measures['flows'], changed: ReadonlyMap<string, number>) =>
    describeModel(model, { ...measures, flows }, { roles: new Map(), flows: changed })
      .model.nodes.find(({ id }) => id === 'good')
      ?.flows.map(({ weight }) => weight)
  expect(weights(measures.flows, new Map())).toEqual([0.75, 0.25])
  expect(
    weights(
      measures.flows,
      new Map([
        ['yes', 0.9],
        ['no', 0.1],
      ]),
    ),
  ).toEqual([0.9, 0.1])
  expect(weights([], new Map())).toEqual([0.5, 0.5])
  // The other flow has the rest.
  expect(weights(measures.flows, new Map([['yes', 0.9]]))).toEqual([0.9, expect.closeTo(0.1)])
  expect(weights([{ flowId: 'yes', count: 75 }], new Map([['yes', 0.9]]))).toEqual([0.9, expect.closeTo(0.1)])
})

it('lets a timer with a negative duration fire immediately', () => {
  const hurried = readBpmn(xml.replace('PT1H', '-PT1H'))
  const [process] = hurried.ok ? hurried.document.processes : hurried.processes
  const described = describeModel(process ?? model, measures, { roles: new Map(), flows: new Map() })
  expect(described.model.nodes.find(({ id }) => id === 'pick')?.boundary).toMatchObject([{ timer: 0 }])
})

it('expects instances in the hours in which they started, whenever the simulation begins', () => {
  // Fridays from nine to ten.
  const arrivals = Array.from({ length: 168 }, (_, at) => (at === 4 * 24 + 9 ? 100 : 0))
  const { before } = prepareSimulation({
    ...{ model, measures: { ...measures, arrivals }, past: null, calendars: new Map(), groups: new Map() },
    input: { name: 'Test', days: 60, weeks: 2, runs: 2, arrivals: 100, roles: [], flows: [] },
    ...{ now: new Date('2030-03-01T10:45:12Z'), zone: 'UTC' },
  })
  const expected = before.arrivals.flatMap((count, index) => (count > 0 ? [before.from + index * hour] : []))
  expect(expected.map((at) => new Date(at).toISOString())).toEqual([
    '2030-03-01T09:00:00.000Z',
    '2030-03-08T09:00:00.000Z',
    '2030-03-15T09:00:00.000Z',
  ])
})
