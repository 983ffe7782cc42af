import { describe, expect, it } from 'vitest'
import { generatePlan } from '../steps/migration/generate-plan.ts'
import { boundary, bpmn, on, path } from '../testing/bpmn.ts'
import { createScenario, plainVariables, type Scenario } from '../testing/scenario.ts'
import type { MigrationInstruction } from './migration-plan.ts'

const process = (elements: string) => bpmn(elements, { id: 'process' })

/** Both versions of a process, begun in the first. */
function started(first: string, second: string, variables = {}): Scenario {
  const scenario = createScenario([process(first), process(second)])
  scenario.start(variables)
  return scenario
}

const to = (source: string, target = source, updatesTrigger = false): MigrationInstruction => ({
  source,
  target,
  updatesTrigger,
})

function versions({ definitions: { processes } }: Scenario) {
  const [source, target] = processes
  if (source === undefined || target === undefined) throw new Error('Expected two versions.')
  return { source, target }
}

function migrate(scenario: Scenario, instructions: readonly MigrationInstruction[], variables = {}) {
  const { source, target } = versions(scenario)
  return scenario.do({
    type: 'migrateInstance',
    instanceId: scenario.rows.rootId,
    plan: { sourceId: source.id, targetId: target.id, instructions },
    variables: plainVariables(variables),
    skipsListeners: false,
    skipsIoMappings: false,
    note: 'new rules',
  })
}

function generated(scenario: Scenario, updatesTriggers = false) {
  const { source, target } = versions(scenario)
  return generatePlan(source.model, target.model, { updatesTriggers })
}

const box = (elements: string) =>
  `<subProcess id="box"><startEvent id="in"/>${elements}${path('in', 'inner')}</subProcess>`
const plain = `<startEvent id="start"/><userTask id="task"/><endEvent id="end"/>${path('start', 'task', 'end')}`

describe('a plan', () => {
  it('pairs up what has the same id in the same scope and is of the same kind', () => {
    const first = `<startEvent id="start"/><userTask id="a"/>${box('<userTask id="inner"/>')}<userTask id="b"/>${path('start', 'a', 'box', 'b')}`
    const second = `<startEvent id="start"/><userTask id="a"/>${box('<userTask id="inner"/>')}<receiveTask id="b" messageRef="first"/>${path('start', 'a', 'box', 'b')}`
    expect(generated(started(first, second))).toEqual([to('a'), to('box'), to('inner')])
  })

  it('settles events again where it is asked to, and conditions always', () => {
    const events = `<startEvent id="start"/><userTask id="task"/>${boundary('late', 'task', on.timer())}${boundary('when', 'task', on.condition())}${path('start', 'task')}`
    const plan = (updates: boolean) =>
      generated(started(events, events), updates).map((one) => [one.source, one.updatesTrigger])
    expect(plan(false)).toContainEqual(['late', false])
    expect(plan(false)).toContainEqual(['when', true])
    expect(plan(true)).toContainEqual(['late', true])
  })
})

describe('an instance that is migrated', () => {
  it('keeps its task with all that was made of it, under the new key', () => {
    const second = `<startEvent id="start"/><userTask id="do" name="Do" camunda:formKey="new"/><userTask id="check"/>${path('start', 'do', 'check')}`
    const scenario = started(plain, second)
    const [before] = scenario.rows.tasks
    scenario.do({ type: 'claimTask', taskId: before?.id ?? '', userId: 'ann' })
    migrate(scenario, [to('task', 'do')], { moved: true })
    expect(scenario.rows.tasks).toMatchObject([
      { id: before?.id, taskKey: 'do', name: null, formKey: 'new', assignee: 'ann' },
    ])
    expect(scenario.rows.instances[0]?.definitionId).toBe(versions(scenario).target.id)
    expect(scenario.variable('moved')).toBe(true)
    scenario.complete('do')
    expect(scenario.tasks()).toEqual(['check'])
  })

  it('opens scopes that the target has around, once for all that is in them', () => {
    const first = `<startEvent id="start"/><parallelGateway id="fork"/><userTask id="a"/><userTask id="b"/>${path('start', 'fork', 'a')}${path('fork', 'b')}`
    const second = `<startEvent id="start"/><subProcess id="sub"><startEvent id="s"/><parallelGateway id="fork"/><userTask id="a"/><userTask id="b"/>${path('s', 'fork', 'a')}${path('fork', 'b')}</subProcess>${boundary('late', 'sub', on.timer())}<userTask id="c"/>${path('start', 'sub', 'c')}`
    const scenario = started(first, second)
    migrate(scenario, [to('a'), to('b')])
    expect(scenario.active()).toEqual(['a', 'b', 'sub'])
    expect(scenario.waiting()).toEqual(['late'])
    scenario.complete('a')
    scenario.complete('b')
    expect(scenario.tasks()).toEqual(['c'])
  })

  it('leaves scopes that the target has not', () => {
    const first = `<startEvent id="start"/>${box('<userTask id="inner"/>')}${boundary('late', 'box', on.timer())}${path('start', 'box')}`
    const second = `<startEvent id="start"/><userTask id="inner"/><userTask id="next"/>${path('start', 'inner', 'next')}`
    const scenario = started(first, second)
    migrate(scenario, [to('inner')])
    expect([scenario.active(), scenario.waiting()]).toEqual([['inner'], []])
    scenario.complete('inner')
    expect(scenario.tasks()).toEqual(['next'])
  })

  it('keeps the time of a timer, or settles it again', () => {
    const events = (duration: string) =>
      `<startEvent id="start"/><userTask id="task"/>${boundary('late', 'task', on.timer(duration))}${path('start', 'task')}`
    const due = (updates: boolean) => {
      const scenario = started(events('PT1H'), events('PT5H'))
      scenario.now = new Date('2026-03-02T10:30:00Z')
      migrate(scenario, [to('task'), to('late', 'late', updates)])
      return scenario.rows.jobs.map(({ dueAt }) => dueAt)
    }
    expect(due(false)).toEqual(['2026-03-02T11:00:00.000Z'])
    expect(due(true)).toEqual(['2026-03-02T15:30:00.000Z'])
  })

  it('waits for what the target has besides, and no more for what it has not', () => {
    const first = `<startEvent id="start"/><userTask id="task"/>${boundary('old', 'task', on.message('first'))}${path('start', 'task')}`
    const second = `<startEvent id="start"/><userTask id="task"/>${boundary('new', 'task', on.message('second'))}<subProcess id="on" triggeredByEvent="true"><startEvent id="s">${on.signal()}</startEvent><userTask id="x"/>${path('s', 'x')}</subProcess>${path('start', 'task')}`
    const scenario = started(first, second)
    migrate(scenario, [to('task')])
    expect(scenario.waiting()).toEqual(['new', 's'])
  })

  it('keeps what it has called', () => {
    const call = `<startEvent id="start"/><callActivity id="call" calledElement="called"/><userTask id="after"/>${path('start', 'call', 'after')}`
    const called = bpmn(`<startEvent id="start"/><userTask id="deep"/>${path('start', 'deep')}`, { id: 'called' })
    const scenario = createScenario([process(call), process(call), called])
    scenario.start()
    migrate(scenario, [to('call')])
    scenario.complete('deep')
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('keeps the runs of an activity and counts them on', () => {
    const many = (id: string) =>
      `<startEvent id="start"/><userTask id="${id}"><multiInstanceLoopCharacteristics camunda:collection="\${list}" camunda:elementVariable="one"/></userTask><userTask id="after"/>${path('start', id, 'after')}`
    const scenario = started(many('many'), many('more'), { list: ['a', 'b'] })
    scenario.complete('many')
    migrate(scenario, [to('many', 'more'), to('many#multiInstanceBody', 'more#multiInstanceBody')])
    expect(scenario.active()).toEqual(['more', 'more#body'])
    scenario.complete('more')
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('waits on at a join', () => {
    const joined = (join: string) =>
      `<startEvent id="start"/><parallelGateway id="fork"/><userTask id="a"/><userTask id="b"/><parallelGateway id="${join}"/><userTask id="c"/>${path('start', 'fork', 'a', join, 'c')}${path('fork', 'b', join)}`
    const scenario = started(joined('join'), joined('meet'))
    scenario.complete('a')
    migrate(scenario, [to('b'), to('join', 'meet')])
    scenario.complete('b')
    expect(scenario.tasks()).toEqual(['c'])
  })

  it('keeps external tasks, incidents and tokens before a job', () => {
    const work = (id: string) =>
      `<startEvent id="start"/><parallelGateway id="fork"/><serviceTask id="${id}" camunda:type="external" camunda:topic="t"/><task id="${id}Later" camunda:asyncBefore="true"/><userTask id="after"/>${path('start', 'fork', id, 'after')}${path('fork', `${id}Later`, 'after')}`
    const scenario = started(work('a'), work('b'))
    const [external] = scenario.rows.externalTasks
    scenario.do({
      type: 'failExternalTask',
      taskId: external?.id ?? '',
      message: 'x',
      details: null,
      retries: 0,
      retryAt: null,
      variables: [],
    })
    migrate(scenario, [to('a', 'b'), to('aLater', 'bLater')])
    expect(scenario.rows.externalTasks).toMatchObject([{ id: external?.id, elementId: 'b' }])
    expect(scenario.rows.incidents).toMatchObject([{ elementId: 'b' }])
    scenario.runJobs()
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('can still be undone by the handlers of the target', () => {
    const undone = (handler: string) =>
      `<startEvent id="start"/><userTask id="pay"/><boundaryEvent id="undo" attachedToRef="pay"><compensateEventDefinition/></boundaryEvent><userTask id="${handler}" isForCompensation="true"/><association id="as" sourceRef="undo" targetRef="${handler}" associationDirection="One"/><userTask id="wait"/><intermediateThrowEvent id="back"><compensateEventDefinition/></intermediateThrowEvent>${path('start', 'pay', 'wait', 'back')}`
    const scenario = started(undone('refund'), undone('repay'))
    scenario.complete('pay')
    migrate(scenario, [to('wait'), to('pay')])
    scenario.complete('wait')
    expect(scenario.tasks()).toEqual(['repay'])
  })

  it('does not wait for a completed scope in which nothing is left to undo', () => {
    const undone = `<startEvent id="start"/><subProcess id="sub"><startEvent id="s"/><userTask id="pay"/><boundaryEvent id="undo" attachedToRef="pay"><compensateEventDefinition/></boundaryEvent><userTask id="refund" isForCompensation="true"/><association id="as" sourceRef="undo" targetRef="refund" associationDirection="One"/>${path('s', 'pay')}</subProcess><userTask id="wait"/><intermediateThrowEvent id="back"><compensateEventDefinition/></intermediateThrowEvent>${path('start', 'sub', 'wait', 'back')}`
    const scenario = started(undone, undone)
    scenario.complete('pay')
    migrate(scenario, [to('wait'), to('sub')])
    expect(scenario.rows.elements.map(({ elementId }) => elementId)).toEqual(['wait'])
    scenario.complete('wait')
    expect(scenario.isEnded()).toBe(true)
  })

  it('can still undo the runs of an activity, which its body has handed on', () => {
    const undone = (handler: string) =>
      `<startEvent id="start"/><subProcess id="many"><multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics><startEvent id="s"/><userTask id="pay"/><boundaryEvent id="undo" attachedToRef="pay"><compensateEventDefinition/></boundaryEvent><userTask id="${handler}" isForCompensation="true"/><association id="as" sourceRef="undo" targetRef="${handler}" associationDirection="One"/>${path('s', 'pay')}</subProcess><userTask id="wait"/><intermediateThrowEvent id="back"><compensateEventDefinition/></intermediateThrowEvent>${path('start', 'many', 'wait', 'back')}`
    const scenario = started(undone('refund'), undone('repay'))
    const [first, second] = scenario.rows.tasks
    for (const taskId of [second?.id ?? '', first?.id ?? ''])
      scenario.do({ type: 'completeTask', taskId, variables: [] })
    migrate(scenario, generated(scenario))
    expect(scenario.events.filter(({ type }) => type === 'instanceMigrated')).toHaveLength(1)
    scenario.complete('wait')
    expect(scenario.tasks()).toEqual(['repay', 'repay'])
  })

  it('is cancelled in the order of time, wherever its scopes were opened', () => {
    const first = `<startEvent id="start"/><parallelGateway id="fork"/><userTask id="a"/><userTask id="b"/>${path('start', 'fork', 'a')}${path('fork', 'b')}`
    const second = `<startEvent id="start"/><subProcess id="outer"><startEvent id="s"/><parallelGateway id="fork"/><subProcess id="inner"><startEvent id="i"/><userTask id="a"/>${path('i', 'a')}</subProcess><userTask id="b"/>${path('s', 'fork', 'inner')}${path('fork', 'b')}</subProcess>${boundary('late', 'outer', on.timer())}${path('start', 'outer')}`
    const scenario = started(first, second)
    migrate(scenario, [to('a'), to('b')])
    const from = scenario.events.length
    scenario.fireTimer('late')
    const left = scenario.events
      .slice(from)
      .flatMap((event) => (event.type === 'elementLeft' && event.isCancelled ? [event.element.elementId] : []))
    expect(left).toEqual(['b', 'a', 'inner', 'outer'])
  })
})

describe('a migration that cannot be', () => {
  it('reports each element that has no instruction, and changes nothing', () => {
    const scenario = started(plain, plain)
    const before = scenario.rows
    expect(migrate(scenario, [])).toMatchObject({
      kind: 'refused',
      refusal: {
        code: 'engine.migration-impossible',
        faults: {
          instance: {
            elements: [{ key: 'task', failures: ["There is no migration instruction for this instance's activity"] }],
          },
        },
      },
    })
    expect(scenario.rows).toBe(before)
  })

  it.each([
    ['an element that is not there', plain, [to('task', 'none')], "Target activity 'none' does not exist"],
    [
      'of another kind',
      `<startEvent id="start"/><receiveTask id="task" messageRef="first"/>${path('start', 'task')}`,
      [to('task')],
      'Activities have incompatible types (userTask is not compatible with receiveTask)',
    ],
    ['twice', plain, [to('task'), to('task')], "There are multiple mappings for source scope id 'task'"],
    [
      'an event that waits for nothing',
      plain,
      [to('task', 'task', true)],
      'Cannot update event trigger because the activity does not define a persistent event trigger',
    ],
    [
      'into an activity that runs several times',
      `<startEvent id="start"/><subProcess id="many"><multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics><startEvent id="s"/><userTask id="task"/>${path('s', 'task')}</subProcess>${path('start', 'many')}`,
      [to('task')],
      "Target activity 'task' is a descendant of multi-instance body 'many#multiInstanceBody' that is not mapped from the source process definition.",
    ],
  ] as const)('tells why by Camunda’s words: %s', (_, second, instructions, failure) => {
    const outcome = migrate(started(plain, second), instructions)
    if (outcome.kind !== 'refused' || outcome.refusal.faults === undefined || !('plan' in outcome.refusal.faults))
      throw new Error(JSON.stringify(outcome))
    expect(outcome.refusal.faults.plan.flatMap(({ failures }) => failures)).toContain(failure)
  })

  it('is notified of an instance of another definition', () => {
    const scenario = started(plain, plain)
    migrate(scenario, [to('task')])
    expect(migrate(scenario, [to('task')])).toMatchObject({ kind: 'refused' })
  })
})
