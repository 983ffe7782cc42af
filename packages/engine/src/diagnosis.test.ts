import { describe, expect, it } from 'vitest'
import { bpmn, flow, on, path } from './testing/bpmn.ts'
import { createScenario } from './testing/scenario.ts'

const timer = (text: string) => `<intermediateCatchEvent id="broken">${on.timer(text)}</intermediateCatchEvent>`

/** What goes wrong behind the task `work`, by the variable `n`; with `n` set to the second value it goes on. */
const failures = {
  'a condition that is no boolean': {
    elements: `<exclusiveGateway id="broken"/>${flow('broken', 'after', '${n}')}`,
    code: 'engine.condition-not-boolean',
    values: ['yes', true],
    detail: { expression: '${n}', result: 'the text “yes”', variables: { n: 'the text “yes”' } },
  },
  'a flow that no condition takes': {
    elements: `<exclusiveGateway id="broken"/>${flow('broken', 'after', '${n > 10 and m}')}`,
    code: 'engine.no-flow-taken',
    values: [5, 50],
    detail: { conditions: ['broken-after: ${n > 10 and m}'], variables: { n: '5', m: 'true' } },
  },
  'an expression that fails': {
    elements: `<serviceTask id="broken" camunda:expression="\${m.toString().concat(n.name)}"/>${flow('broken', 'after')}`,
    code: 'engine.expression-failed',
    values: [5, { name: 'x' }],
    detail: { expression: '${m.toString().concat(n.name)}', variables: { n: '5', m: 'true' } },
  },
  'a script that fails': {
    elements: `<scriptTask id="broken" scriptFormat="juel"><script>\${n.name}</script></scriptTask>${flow('broken', 'after')}`,
    code: 'engine.expression-failed',
    values: [5, { name: 'x' }],
    detail: { expression: '${n.name}', variables: { n: '5' } },
  },
  'a timer that cannot be set': {
    elements: `${timer('${n}')}${flow('broken', 'after')}`,
    code: 'engine.value-invalid',
    values: ['soon', 'PT1H'],
    detail: { expression: '${n}', result: 'the text “soon”', variables: { n: 'the text “soon”' } },
  },
  'a due date that is no date': {
    elements: `<userTask id="broken" camunda:dueDate="\${n}"/>${flow('broken', 'after')}`,
    code: 'engine.value-invalid',
    values: ['soon', 'PT1H'],
    detail: { expression: '${n}', result: 'the text “soon”' },
  },
  'a collection that is no list': {
    elements: `<userTask id="broken"><multiInstanceLoopCharacteristics camunda:collection="\${n}"/></userTask>${flow('broken', 'after')}`,
    code: 'engine.value-invalid',
    values: ['one', ['one']],
    detail: { expression: '${n}', result: 'the text “one”' },
  },
  'a cardinality that is no number': {
    elements: `<userTask id="broken"><multiInstanceLoopCharacteristics><loopCardinality>\${n}</loopCardinality></multiInstanceLoopCharacteristics></userTask>${flow('broken', 'after')}`,
    code: 'engine.value-invalid',
    values: ['many', 1],
    detail: { expression: '${n}', result: 'the text “many”' },
  },
  'a process that is not there': {
    elements: `<callActivity id="broken" calledElement="\${n}"/>${flow('broken', 'after')}`,
    code: 'engine.definition-missing',
    values: ['nobody', 'called'],
    detail: { calledElement: 'nobody' },
  },
  'a loop that never ends': {
    elements: `<exclusiveGateway id="broken"/><exclusiveGateway id="turn" default="turn-broken"/>${flow('broken', 'turn')}${flow('turn', 'after', '${n == 1}')}${flow('turn', 'broken')}`,
    code: 'engine.budget',
    values: [0, 1],
    detail: { budget: 'steps', most: 1000 },
    elementId: /^(broken|turn)$/,
  },
} as const

const called = bpmn(`<startEvent id="start"/><userTask id="inside"/>${path('start', 'inside')}`, { id: 'called' })

describe('a step that fails', () => {
  it.each(Object.entries(failures))(
    'says what it saw, leaves the instance as it was, and continues when it is fixed: %s',
    (_name, failure) => {
      const { elements, code, values, detail } = failure
      const file = bpmn(
        `<startEvent id="start"/><userTask id="work"/><exclusiveGateway id="after"/><endEvent id="end"/>${path('start', 'work', 'broken')}${elements}${path('after', 'end')}`,
      )
      const scenario = createScenario([file, called], { budgets: { steps: 1000 } })
      const [wrong, right] = values
      scenario.start({ n: wrong, m: true }, { key: 'process' })
      const before = scenario.rows
      const [task] = before.tasks
      const outcome = scenario.do({ type: 'completeTask', taskId: task?.id ?? '', variables: [] })
      expect(outcome).toMatchObject({
        kind: 'failed',
        failure: {
          code,
          elementId: 'elementId' in failure ? expect.stringMatching(failure.elementId) : 'broken',
          instanceId: before.rootId,
          message: expect.stringMatching(/.+\./),
          detail,
        },
      })
      expect(scenario.rows).toBe(before)
      scenario.set({ n: right })
      scenario.complete('work')
      expect(scenario.tasks()).not.toContain('work')
    },
  )
})
