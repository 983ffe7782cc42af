import { describe, expect, it } from 'vitest'
import { boundary, bpmn, on, path } from '../testing/bpmn.ts'
import { createScenario, type Scenario } from '../testing/scenario.ts'
import type { Command } from './command.ts'

const file =
  bpmn(`<startEvent id="start"/><parallelGateway id="fork"/><userTask id="task" camunda:assignee="ann"/><serviceTask id="work" camunda:type="external" camunda:topic="t"/><task id="job" camunda:asyncBefore="true"/><receiveTask id="receive" messageRef="first"/>
  ${path('start', 'fork', 'task')}${path('fork', 'work')}${path('fork', 'job')}${path('fork', 'receive')}`)

function started(): Scenario & {
  ids: Record<'taskId' | 'externalId' | 'jobId' | 'subscriptionId' | 'elementId', string>
} {
  const scenario = createScenario(file)
  scenario.start()
  const { tasks, externalTasks, jobs, subscriptions, elements } = scenario.rows
  const ids = {
    taskId: tasks[0]?.id ?? '',
    externalId: externalTasks[0]?.id ?? '',
    jobId: jobs[0]?.id ?? '',
    subscriptionId: subscriptions[0]?.id ?? '',
    elementId: elements.find(({ elementId }) => elementId === 'receive')?.id ?? '',
  }
  return { ...scenario, do: scenario.do, ids }
}

type Ids = ReturnType<typeof started>['ids']
const none = { variables: [] } as const

/** Commands about one thing each, as they are for ids that exist. */
const commands = (ids: Ids, instanceId: string): readonly Command[] => [
  { type: 'completeTask', taskId: ids.taskId, ...none },
  { type: 'claimTask', taskId: ids.taskId, userId: 'ann' },
  { type: 'unclaimTask', taskId: ids.taskId },
  { type: 'changeTask', taskId: ids.taskId, patch: { priority: 1 }, operation: 'SetPriority' },
  { type: 'changeCandidate', taskId: ids.taskId, candidate: { userId: 'bob' }, isAdded: true },
  { type: 'delegateTask', taskId: ids.taskId, userId: 'bob' },
  { type: 'resolveTask', taskId: ids.taskId, ...none },
  { type: 'throwTaskEvent', taskId: ids.taskId, kind: 'error', code: 'x', message: null, ...none },
  { type: 'completeExternalTask', taskId: ids.externalId, ...none, localVariables: [] },
  {
    type: 'failExternalTask',
    taskId: ids.externalId,
    message: null,
    details: null,
    retries: 1,
    retryAt: null,
    ...none,
  },
  { type: 'throwExternalTaskError', taskId: ids.externalId, code: 'x', message: null, ...none },
  { type: 'runJob', jobId: ids.jobId },
  { type: 'triggerSubscription', subscriptionId: ids.subscriptionId, ...none },
  { type: 'signalElement', elementInstanceId: ids.elementId, ...none },
  { type: 'activateAdHoc', instanceId, subProcessId: 'x', activityId: 'y' },
  { type: 'completeAdHoc', instanceId, subProcessId: 'x' },
]

/** Commands that are carried out on suspended instances too. */
const administrative = (ids: Ids, instanceId: string): readonly Command[] => [
  { type: 'setVariables', scopeId: instanceId, instanceId, set: [], remove: [], isLocal: false },
  { type: 'setExternalTaskRetries', taskId: ids.externalId, retries: 2 },
  { type: 'setJobRetries', jobId: ids.jobId, retries: 2, dueAt: null },
  { type: 'recordJobFailure', jobId: ids.jobId, message: 'x', isFinal: false, detail: null },
  { type: 'evaluateConditions', instanceId, ...none },
  { type: 'suspendInstance', instanceId, isSuspended: true },
  { type: 'deleteInstance', instanceId, reason: null },
]

const gone = { taskId: 'x', externalId: 'x', jobId: 'x', subscriptionId: 'x', elementId: 'x' }
const names = (list: readonly Command[]) => list.map((command, index) => [command.type, index] as const)

describe('a command', () => {
  it.each(names(commands(gone, 'x')))('%s about what is not there is refused', (_type, index) => {
    const command = commands(gone, 'x')[index] as Command
    expect(started().do(command)).toMatchObject({
      kind: 'refused',
      refusal: {
        code: expect.stringMatching(/^engine\.(task-gone|external-task-gone|job-gone|not-waiting|instance-gone)$/),
        message: expect.stringMatching(/^Expected .+, but .+/),
      },
    })
  })

  it.each(names(administrative(gone, 'x')))('%s about what is not there is refused', (_type, index) => {
    const command = administrative(gone, 'x')[index] as Command
    expect(started().do(command)).toMatchObject({ kind: 'refused' })
  })

  it.each(names(commands(gone, 'x')))('%s is refused while the instance is suspended', (_type, index) => {
    const scenario = started()
    const { rootId } = scenario.rows
    scenario.do({ type: 'suspendInstance', instanceId: rootId, isSuspended: true })
    const command = commands(scenario.ids, rootId)[index] as Command
    expect(scenario.do(command)).toMatchObject({ kind: 'refused', refusal: { code: 'engine.instance-suspended' } })
    scenario.do({ type: 'suspendInstance', instanceId: rootId, isSuspended: false })
    expect(scenario.do(command)).not.toMatchObject({ refusal: { code: 'engine.instance-suspended' } })
  })

  it.each(names(administrative(gone, 'x')))('%s is carried out while the instance is suspended', (_type, index) => {
    const scenario = started()
    const { rootId } = scenario.rows
    scenario.do({ type: 'suspendInstance', instanceId: rootId, isSuspended: true })
    expect(scenario.do(administrative(scenario.ids, rootId)[index] as Command)).toMatchObject({ kind: 'done' })
  })
})

describe('a task', () => {
  it('that another user has claimed cannot be claimed', () => {
    const scenario = started()
    const claim = (userId: string) => scenario.do({ type: 'claimTask', taskId: scenario.ids.taskId, userId })
    expect(claim('bob')).toMatchObject({
      kind: 'refused',
      refusal: { code: 'engine.task-claimed', message: expect.stringContaining('ann') },
    })
    expect(claim('ann')).toMatchObject({ kind: 'done', events: [] })
    scenario.do({ type: 'unclaimTask', taskId: scenario.ids.taskId })
    expect(claim('bob')).toMatchObject({ kind: 'done', events: [{ type: 'taskChanged', operation: 'Claim' }] })
  })

  it('cannot be completed twice', () => {
    const scenario = started()
    const command = { type: 'completeTask', taskId: scenario.ids.taskId, variables: [] } as const
    expect(scenario.do(command)).toMatchObject({ kind: 'done', result: { instanceId: scenario.rows.rootId } })
    expect(scenario.do(command)).toMatchObject({ kind: 'refused', refusal: { code: 'engine.task-gone' } })
  })

  it('has each candidate once, and reports those alone who came or went', () => {
    const scenario = started()
    const { taskId } = scenario.ids
    const change = (candidate: { userId: string } | { groupId: string }, isAdded: boolean) => {
      const outcome = scenario.do({ type: 'changeCandidate', taskId, candidate, isAdded })
      if (outcome.kind !== 'done') return outcome.kind
      return outcome.events.flatMap((event) =>
        event.type === 'taskChanged' ? [event.patch.candidateUsers ?? event.patch.candidateGroups] : [],
      )
    }
    expect(change({ userId: 'bob' }, true)).toEqual([['bob']])
    expect(change({ userId: 'bob' }, true)).toEqual([])
    expect(change({ groupId: 'staff' }, true)).toEqual([['staff']])
    expect(change({ userId: 'cy' }, true)).toEqual([['bob', 'cy']])
    expect(change({ userId: 'bob' }, false)).toEqual([['cy']])
    expect(change({ userId: 'bob' }, false)).toEqual([])
  })

  it('that was delegated goes back to its owner when it is resolved', () => {
    const scenario = started()
    const { taskId } = scenario.ids
    scenario.do({ type: 'delegateTask', taskId, userId: 'bob' })
    const task = () => scenario.do({ type: 'changeTask', taskId, patch: {}, operation: 'Update' }) && scenario
    task()
    expect(started().rows.tasks).toMatchObject([{ delegation: null }])
    scenario.do({
      type: 'resolveTask',
      taskId,
      variables: [{ name: 'x', value: { type: 'Integer', value: 1, info: null } }],
    })
    const changes = scenario.events.flatMap((event) => (event.type === 'taskChanged' ? [event.patch] : []))
    expect(changes).toMatchObject([
      { delegation: 'PENDING', owner: 'ann', assignee: 'bob' },
      { delegation: 'RESOLVED', assignee: 'ann' },
    ])
  })

  it('of a Flowable model has to be resolved before it is completed', () => {
    const delegated = (dialect: 'camunda' | 'flowable') => {
      const scenario = createScenario(
        bpmn(`<startEvent id="start"/><userTask id="task"/>${path('start', 'task')}`, { dialect }),
      )
      scenario.start()
      const taskId = scenario.rows.tasks[0]?.id ?? ''
      scenario.do({ type: 'delegateTask', taskId, userId: 'bob' })
      return scenario.do({ type: 'completeTask', taskId, variables: [] })
    }
    expect(delegated('flowable')).toMatchObject({ kind: 'refused', refusal: { code: 'engine.task-state' } })
    expect(delegated('camunda')).toMatchObject({ kind: 'done' })
  })

  it('may report an error or an escalation, which events around it catch', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><userTask id="task"/>${path('start', 'task')}${boundary('error', 'task', on.error('oops'))}${boundary('rises', 'task', on.escalation('rise'), 'cancelActivity="false"')}`,
      ),
    )
    scenario.start()
    const report = (kind: 'error' | 'escalation', code: string) =>
      scenario.do({
        type: 'throwTaskEvent',
        taskId: scenario.rows.tasks.find(({ taskKey }) => taskKey === 'task')?.id ?? '',
        kind,
        code,
        message: null,
        variables: [{ name: 'why', value: { type: 'String', value: code, info: null } }],
      })
    expect(report('escalation', 'steep')).toMatchObject({ kind: 'refused', refusal: { code: 'engine.not-waiting' } })
    report('escalation', 'rise')
    expect(scenario.tasks()).toEqual(['after-rises', 'task'])
    report('error', 'oops')
    expect(scenario.tasks()).toEqual(['after-error', 'after-rises'])
    expect(scenario.variable('why')).toBe('oops')
  })
})

describe('an instance', () => {
  it('of a Flowable model is not suspended or activated twice', () => {
    const twice = (dialect: 'camunda' | 'flowable') => {
      const scenario = createScenario(
        bpmn(`<startEvent id="start"/><userTask id="task"/>${path('start', 'task')}`, { dialect }),
      )
      scenario.start()
      return scenario.do({ type: 'suspendInstance', instanceId: scenario.rows.rootId, isSuspended: false })
    }
    expect(twice('flowable')).toMatchObject({ kind: 'refused', refusal: { code: 'engine.instance-suspended' } })
    expect(twice('camunda')).toMatchObject({ kind: 'done' })
  })

  it('is suspended with everything that it has called, and what is created then is suspended', () => {
    const called = bpmn(
      `<startEvent id="start"/><userTask id="inner"/><task id="job" camunda:asyncBefore="true"/>${path('start', 'inner', 'job')}`,
      { id: 'called' },
    )
    const scenario = createScenario([
      bpmn(`<startEvent id="start"/><callActivity id="call" calledElement="called"/>${path('start', 'call')}`),
      called,
    ])
    scenario.start()
    const { rootId } = scenario.rows
    scenario.do({ type: 'suspendInstance', instanceId: rootId, isSuspended: true })
    expect([...scenario.rows.instances, ...scenario.rows.tasks].every(({ isSuspended }) => isSuspended)).toBe(true)
    scenario.do({ type: 'suspendInstance', instanceId: rootId, isSuspended: false })
    scenario.complete('inner')
    const { jobs, instances } = scenario.rows
    expect([...jobs, ...instances].some(({ isSuspended }) => isSuspended)).toBe(false)
  })
})

describe('a subscription', () => {
  it('for compensation cannot be triggered from outside', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><task id="book"/><boundaryEvent id="b" attachedToRef="book">${on.compensation()}</boundaryEvent><task id="undo" isForCompensation="true"/><association id="x" sourceRef="b" targetRef="undo"/><userTask id="wait"/>${path('start', 'book', 'wait')}`,
      ),
    )
    scenario.start()
    const subscriptionId = scenario.rows.subscriptions[0]?.id ?? ''
    expect(scenario.do({ type: 'triggerSubscription', subscriptionId, variables: [] })).toMatchObject({
      kind: 'refused',
      refusal: { code: 'engine.not-waiting' },
    })
  })
})

describe('an element', () => {
  it.each([
    ['sub', 'a sub-process'],
    ['task', 'a task that waits for its job'],
  ])('%s, %s, cannot be signalled', (elementId) => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><subProcess id="sub"><startEvent id="s"/><userTask id="task" camunda:asyncBefore="true"/>${path('s', 'task')}</subProcess>${path('start', 'sub')}`,
      ),
    )
    scenario.start()
    const elementInstanceId = scenario.rows.elements.find((one) => one.elementId === elementId)?.id ?? ''
    expect(scenario.do({ type: 'signalElement', elementInstanceId, variables: [] })).toMatchObject({
      kind: 'refused',
      refusal: { code: 'engine.not-waiting' },
    })
  })
})
