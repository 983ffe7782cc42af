import { describe, expect, it } from 'vitest'
import { boundary, bpmn, on, path } from '../../testing/bpmn.ts'
import { createScenario, type ScenarioOptions } from '../../testing/scenario.ts'

const service = (attributes: string, inside = '', around = '', dialect: 'camunda' | 'flowable' = 'camunda') =>
  bpmn(
    `<startEvent id="start"/><serviceTask id="service" ${attributes}>${inside}</serviceTask><userTask id="after"/>${path('start', 'service', 'after')}${around}`,
    { dialect },
  )

function started(file: string, variables: Readonly<Record<string, unknown>> = {}, options?: ScenarioOptions) {
  const scenario = createScenario(file, options)
  scenario.start(variables)
  return scenario
}

describe('a service task with an expression', () => {
  it('stores its value in the process, or locally', () => {
    expect(started(service('camunda:expression="${a + 1}" camunda:resultVariable="b"'), { a: 1 }).variable('b')).toBe(2)
    const local = service(
      'flowable:expression="${a + 1}" flowable:resultVariableName="b" flowable:useLocalScopeForResultVariable="true"',
      '',
      '',
      'flowable',
    )
    const scenario = started(local, { a: 1 })
    expect(scenario.variable('b')).toBe(2)
    expect(scenario.rows.variables.map(({ name }) => name)).toEqual(['a'])
  })

  it('may raise a BPMN error', () => {
    const file = service(
      `camunda:expression="\${execution.throwBpmnError('oops', 'no paper')}"`,
      '',
      boundary('caught', 'service', on.error('oops')),
    )
    expect(started(file).tasks()).toEqual(['after-caught'])
  })
})

describe('an external task', () => {
  const external = 'camunda:type="external" camunda:topic="${area}-print"'

  it('waits for a worker', () => {
    const scenario = started(service(`${external} camunda:taskPriority="\${2 + 3}"`), { area: 'north' })
    expect(scenario.rows.externalTasks).toMatchObject([
      { topic: 'north-print', priority: 5, elementId: 'service', retries: null },
    ])
    scenario.completeExternal('north-print', { pages: 3 })
    expect(scenario.tasks()).toEqual(['after'])
    expect(scenario.variable('pages')).toBe(3)
  })

  it('takes its priority from the process when it has none', () => {
    const file = bpmn(
      `<startEvent id="start"/><serviceTask id="service" camunda:type="external" camunda:topic="print"/>${path('start', 'service')}`,
      { attributes: 'camunda:taskPriority="9"' },
    )
    expect(started(file).rows.externalTasks).toMatchObject([{ priority: 9 }])
  })

  it('fails when its topic gives nothing', () => {
    const scenario = createScenario(service('camunda:type="external" camunda:topic="${area}"'))
    expect(scenario.start({ area: null })).toMatchObject({ kind: 'failed', failure: { code: 'engine.value-invalid' } })
  })

  it('keeps local variables of the worker for its outputs', () => {
    const io =
      '<extensionElements><camunda:inputOutput><camunda:outputParameter name="total">${pages * 2}</camunda:outputParameter></camunda:inputOutput></extensionElements>'
    const scenario = started(service('camunda:type="external" camunda:topic="print"', io))
    const [task] = scenario.rows.externalTasks
    const localVariables = [{ name: 'pages', value: { type: 'Integer', value: 4, info: null } }]
    scenario.do({ type: 'completeExternalTask', taskId: task?.id ?? '', variables: [], localVariables })
    expect(scenario.rows.variables.map(({ name, value }) => [name, value?.value])).toEqual([['total', 8]])
  })

  const mapping = `<extensionElements><camunda:errorEventDefinition id="m" errorRef="oops" expression="\${externalTask.errorDetails != null &amp;&amp; externalTask.errorDetails.contains('paper') || full}"/></extensionElements>`
  const mapped = service(
    'camunda:type="external" camunda:topic="print"',
    mapping,
    boundary('caught', 'service', on.error('oops')),
  )

  it('becomes a BPMN error when its error event says so', () => {
    const failed = started(mapped, { full: false })
    const taskId = failed.rows.externalTasks[0]?.id ?? ''
    const failure = {
      type: 'failExternalTask',
      taskId,
      message: 'failed',
      retries: 0,
      retryAt: null,
      variables: [],
    } as const
    failed.do({ ...failure, details: 'out of paper' })
    expect(failed.tasks()).toEqual(['after-caught'])
    expect(failed.rows.incidents).toEqual([])
    const completed = started(mapped, { full: false })
    completed.completeExternal('print', { full: true })
    expect(completed.tasks()).toEqual(['after-caught'])
  })

  /** A task whose error mappings are these expressions, and what the report of a failure gives. */
  const failing = (expressions: readonly string[], variables = {}) => {
    const mappings = expressions.map(
      (one, index) => `<camunda:errorEventDefinition id="m${index}" errorRef="oops" expression="${one}"/>`,
    )
    const scenario = started(
      service(
        'camunda:type="external" camunda:topic="print"',
        `<extensionElements>${mappings.join('')}</extensionElements>`,
        boundary('caught', 'service', on.error('oops')),
      ),
      variables,
    )
    const outcome = scenario.do({
      type: 'failExternalTask',
      taskId: scenario.rows.externalTasks[0]?.id ?? '',
      message: 'failed',
      details: null,
      retries: 2,
      retryAt: null,
      variables: [],
    })
    return { scenario, outcome }
  }

  it.each([
    ["${externalTask.errorDetails.contains('fatal')}"],
    ['${missing == 1}'],
    ['${missing.of.something}'],
    ['${externalTask.nothing()}'],
    ["${execution.throwBpmnError('other')}"],
    ['${externalTask.errorMessage}'],
  ])('keeps the failure that a worker reports when the error mapping %s fails or gives no boolean', (expression) => {
    const { scenario, outcome } = failing([expression])
    expect(outcome).toMatchObject({ kind: 'done' })
    expect(scenario.rows.externalTasks).toMatchObject([{ retries: 2, errorMessage: 'failed' }])
  })

  it('continues to the next error mapping when one fails', () => {
    const { scenario } = failing(["${externalTask.errorDetails.contains('fatal')}", '${externalTask.retries == 2}'])
    expect(scenario.tasks()).toEqual(['after-caught'])
  })

  it('is not completed while an error mapping fails, as in Camunda, but when one gives no boolean', () => {
    const complete = (expression: string) => {
      const { scenario } = failing([expression])
      const taskId = scenario.rows.externalTasks[0]?.id ?? ''
      return scenario.do({ type: 'completeExternalTask', taskId, variables: [], localVariables: [] })
    }
    expect(complete('${missing == 1}')).toMatchObject({ kind: 'failed' })
    expect(complete("${'no boolean'}")).toMatchObject({ kind: 'done' })
  })

  it('fails as usual when no error event says otherwise', () => {
    const scenario = started(mapped, { full: false })
    const taskId = scenario.rows.externalTasks[0]?.id ?? ''
    scenario.do({
      type: 'failExternalTask',
      taskId,
      message: 'failed',
      details: 'jammed',
      retries: 0,
      retryAt: null,
      variables: [],
    })
    expect(scenario.rows.incidents).toMatchObject([
      { type: 'failedExternalTask', message: 'failed', elementId: 'service' },
    ])
  })

  it('ends its path when a worker reports an error that nothing catches', () => {
    const scenario = started(service('camunda:type="external" camunda:topic="print"'))
    const taskId = scenario.rows.externalTasks[0]?.id ?? ''
    scenario.do({ type: 'throwExternalTaskError', taskId, code: 'oops', message: null, variables: [] })
    expect(scenario.isEnded()).toBe(true)
  })
})

describe('a service task that names Java', () => {
  const file = service(
    'camunda:class="org.example.Print"',
    '<extensionElements><camunda:field name="copies" expression="${n + 1}"/></extensionElements>',
  )

  it.each([
    ['a class', 'camunda:class="org.example.Print"', 'org.example.Print'],
    ['a bean', 'camunda:delegateExpression="${printer}"', '${printer}'],
  ])('fails with the name of %s that nothing is bound to', (_what, attribute, java) => {
    expect(createScenario(service(attribute)).start()).toMatchObject({
      kind: 'failed',
      failure: {
        code: 'engine.java-not-bound',
        elementId: 'service',
        detail: { java },
        message: expect.stringMatching(/^Expected a binding for .* because Java code does not run here\. Bind it to/),
      },
    })
  })

  it('runs an expression that is bound to it, which sees the fields', () => {
    const binding = (name: string) =>
      name === 'org.example.Print'
        ? ({
            kind: 'expression',
            expression: { language: 'uel', text: "${execution.setVariable('printed', copies)}" },
          } as const)
        : null
    const scenario = started(file, { n: 1 }, { sources: { binding } })
    expect(scenario.variable('printed')).toBe(2)
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('waits for a worker on the topic that is bound to it', () => {
    const binding = () => ({ kind: 'external', topic: 'print' }) as const
    const scenario = started(file, { n: 1 }, { sources: { binding } })
    scenario.completeExternal('print')
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('stores the value of a bean where the model says', () => {
    const file = bpmn(
      `<startEvent id="start"/><sendTask id="send" camunda:delegateExpression="\${printer}" camunda:resultVariable="r"/><userTask id="after"/>${path('start', 'send', 'after')}`,
    )
    const binding = () => ({ kind: 'script', script: { language: 'juel', text: '${1 + 1}', resource: null } }) as const
    expect(started(file, {}, { sources: { binding } }).variable('r')).toBe(2)
  })
})

describe('a send task', () => {
  it('throws its message when nothing else carries it out', () => {
    const scenario = started(
      bpmn(`<startEvent id="start"/><sendTask id="send" messageRef="first"/>${path('start', 'send')}`, {
        dialect: 'bpmn',
      }),
    )
    expect(scenario.effects).toMatchObject([{ kind: 'message', name: 'first' }])
    expect(scenario.isEnded()).toBe(true)
  })
})

describe('a task that says nothing of what it runs', () => {
  it.each(['serviceTask', 'businessRuleTask', 'task', 'manualTask'])('as a %s passes', (type) => {
    const scenario = started(
      bpmn(`<startEvent id="start"/><${type} id="x"/>${path('start', 'x')}`, { dialect: 'bpmn' }),
    )
    expect(scenario.history()).toEqual(['start', 'x'])
    expect(scenario.isEnded()).toBe(true)
  })
})
