import { loadScriptEngine } from '@millrace/expressions'
import { beforeAll, describe, expect, it } from 'vitest'
import { boundary, bpmn, on, path } from '../../testing/bpmn.ts'
import { createScenario, type ScenarioOptions } from '../../testing/scenario.ts'

beforeAll(() => loadScriptEngine())

interface Loop {
  readonly attributes?: string
  readonly inside?: string
  readonly dialect?: 'camunda' | 'flowable'
  readonly around?: string
}

const looped = (element: string, { attributes = '', inside = '', dialect = 'camunda', around = '' }: Loop) =>
  bpmn(
    `<startEvent id="start"/>${element.replace('%', `<multiInstanceLoopCharacteristics ${attributes}>${inside}</multiInstanceLoopCharacteristics>`)}<userTask id="after"/>${path('start', 'work', 'after')}${around}`,
    { dialect },
  )
const task = '<userTask id="work">%</userTask>'
const three = '<loopCardinality>3</loopCardinality>'

function started(file: string, variables: Readonly<Record<string, unknown>> = {}, options?: ScenarioOptions) {
  const scenario = createScenario(file, options)
  scenario.start(variables)
  return scenario
}
const locals = (scenario: ReturnType<typeof started>, name: string) =>
  scenario.rows.variables.filter((one) => one.name === name).map(({ value }) => value?.value)

describe('a multi-instance activity', () => {
  it('in parallel runs all at once, and continues with the last', () => {
    const scenario = started(looped(task, { inside: three }))
    expect(scenario.active()).toEqual(['work', 'work', 'work', 'work#body'])
    expect(locals(scenario, 'loopCounter')).toEqual([0, 1, 2])
    scenario.complete('work')
    expect([
      scenario.variable('nrOfInstances'),
      scenario.variable('nrOfActiveInstances'),
      scenario.variable('nrOfCompletedInstances'),
    ]).toEqual([3, 2, 1])
    scenario.complete('work')
    scenario.complete('work')
    expect(scenario.tasks()).toEqual(['after'])
    expect(scenario.rows.variables).toEqual([])
  })

  it('in sequence runs one after another', () => {
    const scenario = started(looped(task, { attributes: 'isSequential="true"', inside: three }))
    for (const index of [0, 1, 2]) {
      expect(scenario.tasks()).toEqual(['work'])
      expect(locals(scenario, 'loopCounter')).toEqual([index])
      expect([scenario.variable('nrOfActiveInstances'), scenario.variable('nrOfCompletedInstances')]).toEqual([
        1,
        index,
      ])
      scenario.complete('work')
    }
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('ends early when its completion condition holds', () => {
    const scenario = started(
      looped(task, {
        inside: `${three}<completionCondition>\${nrOfCompletedInstances / nrOfInstances >= 0.6}</completionCondition>`,
      }),
    )
    scenario.complete('work')
    expect(scenario.tasks()).toEqual(['work', 'work'])
    scenario.complete('work')
    expect(scenario.tasks()).toEqual(['after'])
    expect(scenario.history().filter((one) => one === '!work')).toHaveLength(1)
  })

  it.each([
    ['0', []],
    ['${n}', ['work', 'work']],
    ['${text}', ['work', 'work', 'work']],
  ])('with the cardinality %s runs as often', (cardinality, tasks) => {
    const scenario = started(looped(task, { inside: `<loopCardinality>${cardinality}</loopCardinality>` }), {
      n: 2,
      text: '3',
    })
    expect(scenario.tasks()).toEqual(tasks.length === 0 ? ['after'] : tasks)
  })

  it.each(['-1', '1.5', 'many', '${nothing}'])('fails with the cardinality %s', (cardinality) => {
    const scenario = createScenario(looped(task, { inside: `<loopCardinality>${cardinality}</loopCardinality>` }))
    expect(scenario.start({ nothing: null })).toMatchObject({
      kind: 'failed',
      failure: { code: 'engine.value-invalid', elementId: 'work' },
    })
  })

  it.each(['', 'isSequential="true"'])(
    'ends early by what the run was for that has just completed %s',
    (attributes) => {
      const inside = `<completionCondition>\${person == 'ben' and loopCounter == 1}</completionCondition>`
      const collection = `camunda:collection="people" camunda:elementVariable="person" ${attributes}`
      const scenario = started(looped(task, { attributes: collection, inside }), { people: ['ann', 'ben', 'cem'] })
      scenario.complete('work')
      expect(scenario.active()).toContain('work')
      scenario.complete('work')
      expect(scenario.tasks()).toEqual(['after'])
    },
  )

  it('gives its runs the priority of its jobs, and the whole that of the process', () => {
    const file = looped(task.replace('id=', 'camunda:asyncBefore="true" camunda:jobPriority="7" id='), {
      attributes: 'camunda:asyncBefore="true"',
      inside: three,
    }).replace('<process ', '<process camunda:jobPriority="2" ')
    const scenario = started(file)
    const [whole] = scenario.rows.jobs
    expect(whole?.priority).toBe(2)
    scenario.do({ type: 'runJob', jobId: whole?.id ?? '' })
    expect(scenario.rows.jobs.map(({ priority }) => priority)).toEqual([7, 7, 7])
  })

  it.each(['', 'isSequential="true"'])('counts a run that an uncaught error has ended %s', (attributes) => {
    const scenario = started(looped(task, { inside: three, attributes }))
    const fail = () =>
      scenario.do({
        type: 'throwTaskEvent',
        taskId: scenario.rows.tasks[0]?.id ?? '',
        kind: 'error',
        code: 'x',
        message: null,
        variables: [],
      })
    fail()
    expect(scenario.variable('nrOfCompletedInstances')).toBe(1)
    fail()
    fail()
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('gives each run an own copy of its variables', () => {
    const scenario = started(
      looped('<userTask id="work" camunda:assignee="${who}">%</userTask>', {
        attributes: 'camunda:collection="people" camunda:elementVariable="who"',
      }),
      { people: ['ann', 'bob'] },
    )
    expect(scenario.rows.tasks.map(({ assignee }) => assignee)).toEqual(['ann', 'bob'])
  })

  it('runs an empty collection as nothing', () => {
    expect(started(looped(task, { attributes: 'camunda:collection="people"' }), { people: [] }).tasks()).toEqual([
      'after',
    ])
  })

  it('may stand in another one', () => {
    const inner = `<userTask id="inner" camunda:assignee="\${a}\${b}"><multiInstanceLoopCharacteristics camunda:collection="${'${letters}'}" camunda:elementVariable="b"/></userTask>`
    const scenario = started(
      looped(`<subProcess id="work">%<startEvent id="s"/>${inner}${path('s', 'inner')}</subProcess>`, {
        attributes: 'camunda:collection="digits" camunda:elementVariable="a"',
      }),
      { digits: [1, 2], letters: ['x', 'y'] },
    )
    expect(scenario.rows.tasks.map(({ assignee }) => assignee)).toEqual(['1x', '1y', '2x', '2y'])
    for (let left = 4; left > 0; left--) scenario.complete('inner')
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('continues each run by a job of its own when it says so', () => {
    const scenario = started(
      looped(task, { attributes: 'camunda:asyncBefore="true" camunda:asyncAfter="true"', inside: three }),
    )
    expect(scenario.rows.jobs.map(({ kind }) => kind)).toEqual(['before', 'before', 'before'])
    scenario.runJobs()
    expect(locals(scenario, 'loopCounter')).toEqual([0, 1, 2])
    for (const left of [2, 1, 0]) {
      scenario.complete('work')
      expect(scenario.tasks()).toHaveLength(left)
    }
    expect(scenario.rows.jobs.map(({ kind }) => kind)).toEqual(['after', 'after', 'after'])
    expect(scenario.variable('nrOfCompletedInstances')).toBe(0)
    scenario.runJobs()
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('continues by a job as a whole when the activity says so', () => {
    const scenario = started(
      looped('<userTask id="work" camunda:asyncBefore="true" camunda:asyncAfter="true">%</userTask>', {
        inside: three,
      }),
    )
    expect(scenario.rows.jobs).toHaveLength(1)
    scenario.runJobs()
    for (let left = 3; left > 0; left--) scenario.complete('work')
    expect(scenario.rows.jobs).toMatchObject([{ kind: 'after' }])
    scenario.runJobs()
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('is interrupted as a whole, with runs that still wait for their job', () => {
    const scenario = started(
      looped(task, {
        attributes: 'camunda:asyncBefore="true"',
        inside: three,
        around: boundary('event', 'work', on.message()),
      }),
    )
    const [job] = scenario.rows.jobs
    scenario.do({ type: 'runJob', jobId: job?.id ?? '' })
    scenario.trigger('first')
    expect(scenario.active()).toEqual(['after-event'])
    expect(scenario.rows.jobs).toEqual([])
  })

  it('of a compensation handler is waited for as a whole', () => {
    const undo = `<boundaryEvent id="b" attachedToRef="book">${on.compensation()}</boundaryEvent><userTask id="undo" isForCompensation="true"><multiInstanceLoopCharacteristics>${three}</multiInstanceLoopCharacteristics></userTask><association id="x" sourceRef="b" targetRef="undo"/>`
    const scenario = started(
      bpmn(
        `<startEvent id="start"/><task id="book"/>${undo}<intermediateThrowEvent id="throw">${on.compensation()}</intermediateThrowEvent><userTask id="after"/>${path('start', 'book', 'throw', 'after')}`,
      ),
    )
    for (let left = 3; left > 0; left--) {
      expect(scenario.tasks()).toHaveLength(left)
      scenario.complete('undo')
    }
    expect(scenario.tasks()).toEqual(['after'])
  })
})

describe('more runs than a step makes', () => {
  const five = '<loopCardinality>5</loopCardinality>'
  const budgets = { loopPortion: 2 }
  const counters = (scenario: ReturnType<typeof started>) =>
    ['nrOfInstances', 'nrOfActiveInstances', 'nrOfCompletedInstances'].map((name) => scenario.variable(name))

  it('are created by jobs, one portion after the other', () => {
    const scenario = started(looped(task, { inside: five }), {}, { budgets })
    expect([scenario.tasks().length, counters(scenario)]).toEqual([2, [5, 2, 0]])
    expect(scenario.rows.jobs).toMatchObject([{ kind: 'runs', elementId: 'work', retries: 3, data: { next: 2 } }])
    scenario.complete('work')
    scenario.complete('work')
    expect([scenario.tasks(), scenario.active(), counters(scenario)]).toEqual([[], ['work#body'], [5, 0, 2]])
    scenario.runJobs()
    expect(counters(scenario)).toEqual([5, 3, 2])
    expect(locals(scenario, 'loopCounter')).toEqual([2, 3, 4])
    for (let left = 3; left > 0; left--) scenario.complete('work')
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('are created when those before ran to their end at once', () => {
    const scenario = started(looped('<task id="work">%</task>', { inside: five }), {}, { budgets })
    expect(scenario.active()).toEqual(['work#body'])
    scenario.runJobs()
    expect(scenario.tasks()).toEqual(['after'])
    expect(scenario.history().filter((one) => one === 'work')).toHaveLength(5)
  })

  it('in sequence are created by a job when as many ran to their end in one step', () => {
    const attributes = 'isSequential="true"'
    const scenario = started(looped('<task id="work">%</task>', { inside: five, attributes }), {}, { budgets })
    expect(counters(scenario)).toEqual([5, 0, 2])
    scenario.runJobs()
    expect(scenario.history().filter((one) => one === 'work')).toHaveLength(5)
    const waiting = started(looped(task, { inside: five, attributes }), {}, { budgets })
    for (let left = 5; left > 0; left--) {
      waiting.complete('work')
      expect(waiting.rows.jobs).toEqual([])
    }
    expect(waiting.tasks()).toEqual(['after'])
  })

  it('are not made any more when the completion condition holds, or the whole is interrupted', () => {
    const condition = '<completionCondition>${nrOfCompletedInstances >= 1}</completionCondition>'
    const early = started(looped(task, { inside: `${five}${condition}` }), {}, { budgets })
    early.complete('work')
    expect([early.tasks(), early.rows.jobs]).toEqual([['after'], []])
    const around = boundary('event', 'work', on.message())
    const stopped = started(looped(task, { inside: five, around }), {}, { budgets })
    stopped.trigger('first')
    expect([stopped.active(), stopped.rows.jobs]).toEqual([['after-event'], []])
  })

  it('each wait for a job of their own when the model says so', () => {
    const attributes = 'camunda:asyncBefore="true"'
    const scenario = started(looped(task, { inside: five, attributes }), {}, { budgets })
    expect(scenario.rows.jobs.map(({ kind }) => kind).sort()).toEqual(['before', 'before', 'runs'])
    scenario.runJobs()
    expect(scenario.tasks()).toHaveLength(5)
  })
})

describe('the collection of a multi-instance activity', () => {
  const over = (collection: string) =>
    looped('<userTask id="work" camunda:assignee="${item}">%</userTask>', {
      attributes: `camunda:collection="${collection}" camunda:elementVariable="item"`,
    })

  it.each([
    ['the name of a variable', 'list', { list: ['a', 'b'] }],
    ['an expression', '${list}', { list: ['a', 'b'] }],
    ['an expression that makes one', '${map.items}', { map: { items: ['a', 'b'] } }],
    ['an expression that gives the name of a variable', '${which}', { which: 'list', list: ['a', 'b'] }],
    ['a JSON array as text', '${list}', { list: ' ["a","b"]' }],
  ])('may be %s', (_what, collection, variables) => {
    expect(started(over(collection), variables).rows.tasks.map(({ assignee }) => assignee)).toEqual(['a', 'b'])
  })

  it.each([
    ['text with commas', 'a,b'],
    ['a number', 5],
    ['a map', { a: 1 }],
    ['nothing', null],
    ['JSON that is broken', '["a"'],
  ])('cannot be %s', (_what, list) => {
    expect(createScenario(over('${list}')).start({ list })).toMatchObject({
      kind: 'failed',
      failure: { code: 'engine.value-invalid', elementId: 'work', detail: { expression: '${list}' } },
    })
  })

  it('is read again by a sequential activity, which sees what its runs have changed', () => {
    const script = `<scriptTask id="work" scriptFormat="javascript">%<script>execution.setVariable('seen', seen.concat(item)); if (item === 1) execution.setVariable('list', [1, 5, 6])</script></scriptTask>`
    const scenario = started(
      looped(script, { attributes: 'isSequential="true" camunda:collection="list" camunda:elementVariable="item"' }),
      { list: [1, 2, 3], seen: [] },
    )
    expect(scenario.variable('seen')).toEqual([1, 5, 6])
  })

  it('is not parsed again for each of many runs', () => {
    const script = `<scriptTask id="work" scriptFormat="juel">%<script>\${true}</script></scriptTask>`
    const list = Array.from({ length: 2000 }, (_, index) => `item ${index}`)
    const scenario = started(
      looped(script, { attributes: 'isSequential="true" camunda:collection="list" camunda:elementVariable="item"' }),
      { list },
      { isPartial: false },
    )
    scenario.runJobs()
    expect(scenario.tasks()).toEqual(['after'])
    expect(scenario.history().filter((one) => one === 'work')).toHaveLength(2000)
  })
})

describe('the results of a Flowable multi-instance activity', () => {
  const aggregating = (attributes: string) =>
    looped(`<userTask id="work">%</userTask>`, {
      attributes: `isSequential="false"`,
      inside: `<extensionElements><flowable:variableAggregation ${attributes}><variable source="score"/><variable sourceExpression="\${score * 2}" target="double"/></flowable:variableAggregation></extensionElements>${three}`,
      dialect: 'flowable',
    })

  it('become a list, in the order of the runs', () => {
    const scenario = started(aggregating('target="results"'))
    const byRun = scenario.rows.tasks
    for (const [score, task] of [
      [3, byRun[2]],
      [1, byRun[0]],
      [2, byRun[1]],
    ] as const) {
      const variables = [{ name: 'score', value: { type: 'Integer', value: score, info: null } }]
      scenario.do({
        type: 'setVariables',
        scopeId: task?.elementInstanceId ?? '',
        instanceId: scenario.rows.rootId,
        set: variables,
        remove: [],
        isLocal: true,
      })
      scenario.do({ type: 'completeTask', taskId: task?.id ?? '', variables: [] })
    }
    expect(scenario.variable('results')).toEqual([1, 2, 3].map((score) => ({ score, double: score * 2 })))
    expect(scenario.rows.variables.map(({ name }) => name)).toEqual(['results'])
  })

  const scored = (attributes: string, count: number) =>
    createScenario(
      bpmn(
        `<startEvent id="start"/><userTask id="work"><multiInstanceLoopCharacteristics isSequential="true"><loopCardinality>${count}</loopCardinality><extensionElements><flowable:variableAggregation target="results" ${attributes}><variable source="loopCounter" target="n"/></flowable:variableAggregation></extensionElements></multiInstanceLoopCharacteristics></userTask><userTask id="after"/>${path('start', 'work', 'after')}`,
        { dialect: 'flowable' },
      ),
    )

  it('become a list of any length, of which a run writes a part only', () => {
    const scenario = scored('', 250)
    scenario.start()
    for (let run = 0; run < 250; run++) scenario.complete('work')
    expect(scenario.variable('results')).toEqual(Array.from({ length: 250 }, (_, n) => ({ n })))
    const written = scenario.events.flatMap((event) =>
      event.type === 'variableSet' && event.variable.name.startsWith('__') ? [String(event.variable.value?.value)] : [],
    )
    expect(Math.max(...written.map((text) => text.length))).toBeLessThan(2000)
  })

  it('are there for the step only when the model says so', () => {
    const scenario = scored('storeAsTransientVariable="true"', 1)
    scenario.start()
    scenario.complete('work')
    expect(scenario.rows.variables).toEqual([])
    expect(scenario.variable('results')).toEqual([{ n: 0 }])
  })

  it('can be seen while the runs continue when the model says so', () => {
    const [plain, overview] = [scored('', 2), scored('createOverviewVariable="true"', 2)]
    for (const scenario of [plain, overview]) {
      scenario.start()
      scenario.complete('work')
    }
    expect(plain.variable('results')).toBeUndefined()
    expect(overview.variable('results')).toEqual([{ n: 0 }])
  })
})

describe('the results of a multi-instance activity in the words of the standard', () => {
  it('are what each run leaves in its output item, without those that were cancelled', () => {
    const loop =
      '<multiInstanceLoopCharacteristics><loopDataInputRef>orders</loopDataInputRef><loopDataOutputRef>prices</loopDataOutputRef><inputDataItem name="order"/><outputDataItem name="price"/><completionCondition>${nrOfCompletedInstances >= 2}</completionCondition></multiInstanceLoopCharacteristics>'
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><subProcess id="sub">${loop.replace('>= 2', '&gt;= 2')}<property id="price" name="price"/><startEvent id="s"/><userTask id="work"/>${path('s', 'work')}</subProcess><userTask id="after"/>${path('start', 'sub', 'after')}`,
        { dialect: 'millrace' },
      ),
    )
    scenario.start({ orders: ['a', 'b', 'c'] })
    const [first, , third] = scenario.rows.tasks
    for (const [task, price] of [[third, 30] as const, [first, null] as const]) {
      const set = [{ name: 'price', value: { type: 'Integer', value: price, info: null } }]
      const scopeId = scenario.rows.elements.find(({ id }) => id === task?.elementInstanceId)?.parentId ?? ''
      scenario.do({ type: 'setVariables', scopeId, instanceId: scenario.rows.rootId, set, remove: [], isLocal: true })
      scenario.do({ type: 'completeTask', taskId: task?.id ?? '', variables: [] })
    }
    expect(scenario.tasks()).toEqual(['after'])
    expect(scenario.variable('prices')).toEqual([null, 30])
  })
})
