import { loadScriptEngine } from '@millrace/expressions'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Candidates, Superior } from '../../definition.ts'
import { bpmn, path } from '../../testing/bpmn.ts'
import { createScenario, type ScenarioOptions } from '../../testing/scenario.ts'

beforeAll(() => loadScriptEngine())

function withTask(attributes: string, inside = '', dialect: 'camunda' | 'flowable' = 'camunda') {
  return bpmn(
    `<startEvent id="start"/><userTask id="task" ${attributes}>${inside}</userTask><userTask id="after"/>${path('start', 'task', 'after')}`,
    { dialect },
  )
}

function taskOf(
  attributes: string,
  inside = '',
  variables: Readonly<Record<string, unknown>> = {},
  options?: ScenarioOptions,
) {
  const scenario = createScenario(withTask(attributes, inside), options)
  scenario.start(variables)
  return scenario.rows.tasks[0]
}

describe('the task of a user task', () => {
  it('has the name and documentation of the model, with their expressions', () => {
    expect(
      taskOf('name="Check ${item}"', '<documentation>Look at ${item}.</documentation>', { item: 'A7' }),
    ).toMatchObject({
      name: 'Check A7',
      description: 'Look at A7.',
      taskKey: 'task',
    })
  })

  // Flowable, `UserTaskActivityBehavior.handleName`, writes a warning; Camunda, `TaskDecorator.initializeTaskName`, fails.
  it.each([
    ['flowable', 'done', [['${missing} please', 'As ${missing} says']]],
    ['activiti', 'done', [['${missing} please', 'As ${missing} says']]],
    ['camunda', 'failed', []],
    ['operaton', 'failed', []],
  ] as const)('of a %s model whose words cannot be evaluated is %s: %o', (dialect, kind, words) => {
    const task =
      '<userTask id="t" name="${missing} please"><documentation>As ${missing} says</documentation></userTask>'
    const scenario = createScenario(bpmn(`<startEvent id="start"/>${task}${path('start', 't')}`, { dialect }))
    expect(scenario.start().kind).toBe(kind)
    expect(scenario.rows.tasks.map(({ name, description }) => [name, description])).toEqual(words)
  })

  // The same methods of both: they set what the expression gave.
  it.each(['camunda', 'flowable'] as const)('of a %s model has no name where its expression gives none', (dialect) => {
    const task = '<userTask id="t" name="${none}"><documentation>${none}</documentation></userTask>'
    const scenario = createScenario(bpmn(`<startEvent id="start"/>${task}${path('start', 't')}`, { dialect }))
    scenario.start({ none: null })
    expect(scenario.rows.tasks).toMatchObject([{ name: null, description: null }])
  })

  it('has its people, each name once', () => {
    const attributes =
      'camunda:assignee="${who}" camunda:candidateUsers="ann, bob, ${more}" camunda:candidateGroups="${groups}"'
    expect(taskOf(attributes, '', { who: 'eve', more: 'bob,cy', groups: ['staff', 'boss', 'staff'] })).toMatchObject({
      assignee: 'eve',
      candidateUsers: ['ann', 'bob', 'cy'],
      candidateGroups: ['staff', 'boss'],
    })
  })

  it('is unassigned when its assignee is empty', () => {
    expect(taskOf('camunda:assignee="${who}"', '', { who: '  ' })).toMatchObject({ assignee: null })
    expect(taskOf('camunda:assignee="${who}"', '', { who: null })).toMatchObject({ assignee: null })
  })

  it('has the person who had another one, the last that was completed, where nobody is named', () => {
    const tasks =
      '<userTask id="ask" camunda:assignee="${who}"/><userTask id="check"/><userTask id="again" camunda:assigneeOf="ask"/><userTask id="named" camunda:assignee="bob" camunda:assigneeOf="ask"/>'
    const history = new Map<string, string | null>()
    const scenario = createScenario(
      bpmn(`<startEvent id="start"/>${tasks}${path('start', 'ask', 'check', 'again', 'named')}`),
      { sources: { lastAssignee: (_, elementId) => history.get(elementId) ?? null } },
    )
    scenario.start({ who: 'ann' })
    scenario.complete('ask')
    history.set('ask', 'eve')
    scenario.complete('check')
    expect(scenario.rows.tasks).toMatchObject([{ taskKey: 'again', assignee: 'eve' }])
    scenario.complete('again')
    expect(scenario.rows.tasks).toMatchObject([{ taskKey: 'named', assignee: 'bob' }])
  })

  it('has the person of the one before it, which is completed in the same step', () => {
    const tasks = '<userTask id="ask" camunda:assignee="ann"/><userTask id="next" camunda:assigneeOf="ask"/>'
    const scenario = createScenario(bpmn(`<startEvent id="start"/>${tasks}${path('start', 'ask', 'next')}`))
    scenario.start()
    scenario.complete('ask')
    expect(scenario.rows.tasks).toMatchObject([{ taskKey: 'next', assignee: 'ann' }])
  })

  it('goes to the manager of the assignee of another task or of the starter, and asks for a manager in no other case', () => {
    const asked: Superior[] = []
    const manager = (superior: Superior) => {
      asked.push(superior)
      return superior.username === 'ann' ? 'mia' : null
    }
    const tasks =
      '<userTask id="ask" camunda:assignee="ann"/><userTask id="next" camunda:assignBy="manager" camunda:assigneeOf="ask"/>'
    const scenario = createScenario(bpmn(`<startEvent id="start"/>${tasks}${path('start', 'ask', 'next')}`), {
      sources: { manager },
    })
    scenario.start()
    expect(asked).toEqual([])
    scenario.complete('ask')
    expect(scenario.rows.tasks).toMatchObject([{ taskKey: 'next', assignee: 'mia' }])
    expect(asked[0]).toEqual({ username: 'ann', hierarchy: null, levels: 1 })
  })

  it('goes to the candidate with the fewest tasks, and to the first by name of several', () => {
    const workloads = () => [
      { username: 'bob', openTasks: 1 },
      { username: 'ann', openTasks: 1 },
      { username: 'eve', openTasks: 2 },
    ]
    const attributes = 'camunda:assignBy="leastLoaded" camunda:candidateGroups="staff"'
    const scenario = createScenario(
      bpmn(`<startEvent id="start"/><userTask id="t" ${attributes}/>${path('start', 't')}`),
      { sources: { workloads } },
    )
    scenario.start()
    expect(scenario.rows.tasks).toMatchObject([{ assignee: 'ann', candidateGroups: ['staff'] }])
  })

  it.each([
    [
      'camunda:assignBy="position" camunda:positionIn="Line" camunda:position="Clerk"',
      { by: 'position', hierarchy: 'Line', position: 'Clerk' },
    ],
    [
      'camunda:assignBy="property" camunda:userProperty="region" camunda:userPropertyValue="${region}"',
      { by: 'property', key: 'region', value: 'north' },
    ],
  ])('goes to a user found by %s', (attributes, members) => {
    const asked: Candidates[] = []
    const workloads = (candidates: Candidates) => {
      asked.push(candidates)
      return [{ username: 'bob', openTasks: 1 }]
    }
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><userTask id="t" ${attributes} camunda:candidateGroups="staff"/>${path('start', 't')}`,
      ),
      { sources: { workloads } },
    )
    scenario.start({ region: 'north' })
    expect(scenario.rows.tasks).toMatchObject([{ assignee: 'bob', candidateGroups: ['staff'] }])
    expect(asked[0]).toMatchObject({ users: [], groups: [], members })
  })

  it('takes its potential owners from the elements of BPMN', () => {
    const owner =
      '<potentialOwner><resourceAssignmentExpression><formalExpression>user(ann), group(staff), boss</formalExpression></resourceAssignmentExpression></potentialOwner>'
    expect(taskOf('', owner)).toMatchObject({ candidateUsers: ['ann'], candidateGroups: ['staff', 'boss'] })
  })

  it.each([
    ['', 50],
    ['camunda:priority="7"', 7],
    ['camunda:priority="${n * 10}"', 30],
  ])('with %o has the priority %i', (attribute, priority) => {
    expect(taskOf(attribute, '', { n: 3 })).toMatchObject({ priority })
  })

  it.each([
    ['2026-04-01T10:00:00', '2026-04-01T10:00:00.000Z'],
    ['2026-04-01', '2026-04-01T00:00:00.000Z'],
    ['P2D', '2026-03-04T10:00:00.000Z'],
    ['${due}', '2026-05-01T00:00:00.000Z'],
    ['${nothing}', null],
  ])('is due at %s', (due, dueAt) => {
    const variables = { due: new Date('2026-05-01T00:00:00Z'), nothing: null }
    expect(taskOf(`camunda:dueDate="${due}" camunda:followUpDate="${due}"`, '', variables)).toMatchObject({
      dueAt,
      followUpAt: dueAt,
    })
  })

  it('is due in working time by a business calendar', () => {
    const file = withTask('flowable:dueDate="PT10H" flowable:businessCalendarName="office"', '', 'flowable')
    const hours = { 1: [['09:00', '17:00']], 2: [['09:00', '17:00']] } as const
    const calendar = (name: string) => (name === 'office' ? { zone: 'UTC', hours, holidays: [] } : null)
    const scenario = createScenario(file, { sources: { calendar } })
    scenario.start()
    expect(scenario.rows.tasks).toMatchObject([{ dueAt: '2026-03-03T12:00:00.000Z' }])
    expect(createScenario(file).start()).toMatchObject({ kind: 'failed', failure: { code: 'engine.value-invalid' } })
  })

  it.each([
    ['camunda:priority="high"', 'high'],
    ['camunda:dueDate="soon"', 'soon'],
  ])('fails with %o, which it cannot read', (attribute, text) => {
    expect(createScenario(withTask(attribute)).start()).toMatchObject({
      kind: 'failed',
      failure: { code: 'engine.value-invalid', elementId: 'task', message: expect.stringContaining(text) },
    })
  })

  it('has its form key, category and the ids that a Flowable model stores', () => {
    const scenario = createScenario(
      withTask(
        'flowable:formKey="form-${n}" flowable:category="mail" flowable:taskIdVariableName="taskId" flowable:taskCompleterVariableName="by"',
        '',
        'flowable',
      ),
      { userId: 'ann' },
    )
    scenario.start({ n: 1 })
    expect(scenario.rows.tasks).toMatchObject([{ formKey: 'form-1', category: 'mail' }])
    expect(scenario.variable('taskId')).toBe(scenario.rows.tasks[0]?.id)
    scenario.complete('task')
    expect(scenario.variable('by')).toBe('ann')
  })

  it('is passed when its skip expression holds and skipping is on', () => {
    const file = withTask('flowable:skipExpression="${skip}"', '', 'flowable')
    const off = createScenario(file)
    off.start({ skip: true })
    expect(off.tasks()).toEqual(['task'])
    const on = createScenario(file)
    on.start({ skip: true, _FLOWABLE_SKIP_EXPRESSION_ENABLED: true })
    expect(on.tasks()).toEqual(['after'])
  })
})

const listener = (event: string, expression: string) =>
  `<camunda:taskListener event="${event}" expression="${expression}"/>`
const log = (event: string) =>
  `<camunda:taskListener event="${event}"><camunda:script scriptFormat="javascript">execution.setVariable('log', log + task.eventName + ' ' + (task.assignee || '-') + ';')</camunda:script></camunda:taskListener>`
const logging = withTask(
  '',
  `<extensionElements>${['create', 'assignment', 'update', 'complete', 'delete'].map(log).join('')}</extensionElements>`,
)

describe('task listeners', () => {
  function logged() {
    const scenario = createScenario(logging)
    scenario.start({ log: '' })
    return { scenario, taskId: scenario.rows.tasks[0]?.id ?? '' }
  }

  it('hear of creation, assignment, updates and completion, in this order', () => {
    const { scenario, taskId } = logged()
    scenario.do({ type: 'claimTask', taskId, userId: 'ann' })
    scenario.do({ type: 'changeTask', taskId, patch: { priority: 1 }, operation: 'SetPriority' })
    scenario.do({ type: 'changeTask', taskId, patch: { priority: 1 }, operation: 'SetPriority' })
    scenario.complete('task')
    expect(scenario.variable('log')).toBe('create -;update ann;assignment ann;update ann;complete ann;')
  })

  it('hear of deletion, but not of completion, when the task is interrupted', () => {
    const { scenario } = logged()
    scenario.do({ type: 'deleteInstance', instanceId: scenario.rows.rootId, reason: 'over' })
    expect(scenario.variable('log')).toBe('create -;delete -;')
    expect(scenario.isEnded()).toBe(true)
  })

  it('hear nothing when a deletion skips them', () => {
    const { scenario } = logged()
    scenario.do({ type: 'deleteInstance', instanceId: scenario.rows.rootId, reason: null, skipsListeners: true })
    expect(scenario.variable('log')).toBe('create -;')
  })

  it('may change the task', () => {
    const change =
      listener('create', "${task.setAssignee('eve')}") +
      listener('assignment', '${task.setPriority(9)}') +
      listener('create', "${task.addCandidateGroup('staff')}") +
      listener('create', '${task.setDueDate(dateTime().plusDays(1).toDate())}')
    const scenario = createScenario(withTask('', `<extensionElements>${change}</extensionElements>`))
    scenario.start()
    expect(scenario.rows.tasks).toMatchObject([
      { assignee: 'eve', priority: 9, candidateGroups: ['staff'], dueAt: '2026-03-03T10:00:00.000Z' },
    ])
  })

  it('may reach the execution, and set what people see of the task', () => {
    const listen = (expression: string) => `<camunda:taskListener event="create" expression="${expression}"/>`
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><userTask id="work" name="Work"><extensionElements>${[
          "${task.execution.setVariable('at', task.execution.currentActivityName)}",
          "${task.setDueDate('2026-05-01T10:00:00Z')}",
          "${task.setCategory('urgent')}",
          "${task.addGroupIdentityLink('clerks', 'candidate')}",
          "${task.addUserIdentityLink('ada', 'owner')}",
        ]
          .map(listen)
          .join('')}</extensionElements></userTask>${path('start', 'work')}`,
      ),
    )
    scenario.start()
    expect(scenario.rows.tasks).toMatchObject([
      { dueAt: '2026-05-01T10:00:00.000Z', category: 'urgent', candidateGroups: ['clerks'], owner: 'ada' },
    ])
    expect(scenario.variable('at')).toBe('Work')
  })

  it('hear of the assignment that the model makes', () => {
    const scenario = createScenario(logging.replace('id="task"', 'id="task" camunda:assignee="eve"'))
    scenario.start({ log: '' })
    expect(scenario.variable('log')).toBe('create eve;assignment eve;')
  })

  it('may raise a BPMN error', () => {
    const file = bpmn(
      `<startEvent id="start"/><userTask id="task"><extensionElements>${listener('complete', "${execution.throwBpmnError('oops')}")}</extensionElements></userTask>${path('start', 'task')}
       <boundaryEvent id="caught" attachedToRef="task"><errorEventDefinition/></boundaryEvent><userTask id="after"/>${path('caught', 'after')}`,
    )
    const scenario = createScenario(file)
    scenario.start()
    scenario.complete('task')
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('that fail fail the step', () => {
    const scenario = createScenario(
      withTask('', `<extensionElements>${listener('create', '${nobody.there}')}</extensionElements>`),
    )
    expect(scenario.start()).toMatchObject({
      kind: 'failed',
      failure: { code: 'engine.expression-failed', elementId: 'task' },
    })
  })
})

describe('a timeout listener', () => {
  const timeout = (timer: string) =>
    `<extensionElements><camunda:taskListener id="late" event="timeout" expression="\${execution.setVariable('late', late + 1)}"><timerEventDefinition>${timer}</timerEventDefinition></camunda:taskListener></extensionElements>`

  it('is run by its timer and leaves the task unchanged', () => {
    const scenario = createScenario(withTask('', timeout('<timeDuration>PT1H</timeDuration>')))
    scenario.start({ late: 0 })
    expect(scenario.rows.jobs).toMatchObject([
      { kind: 'timeout', elementId: 'task', dueAt: '2026-03-02T11:00:00.000Z' },
    ])
    scenario.fireTimer('task')
    expect(scenario.variable('late')).toBe(1)
    expect(scenario.tasks()).toEqual(['task'])
    expect(scenario.rows.jobs).toEqual([])
  })

  it('is run again by a cycle, until the task is complete', () => {
    const scenario = createScenario(withTask('', timeout('<timeCycle>R/PT1H</timeCycle>')))
    scenario.start({ late: 0 })
    scenario.fireTimer('task')
    scenario.fireTimer('task')
    expect(scenario.variable('late')).toBe(2)
    scenario.complete('task')
    expect(scenario.rows.jobs).toEqual([])
  })
})
