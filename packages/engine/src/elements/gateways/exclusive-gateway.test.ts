import { describe, expect, it } from 'vitest'
import { bpmn, flow, path } from '../../testing/bpmn.ts'
import { createScenario } from '../../testing/scenario.ts'

const tasks = '<userTask id="boss"/><userTask id="clerk"/>'
const choosing = (condition: string, { isDefault = true, more = '' } = {}) =>
  bpmn(`<startEvent id="start"/><exclusiveGateway id="choose" ${isDefault ? 'default="choose-clerk"' : ''}/>${tasks}
    ${path('start', 'choose')}${flow('choose', 'boss', condition)}${flow('choose', 'clerk', more === '' ? undefined : more)}`)

describe('an exclusive gateway', () => {
  it('takes the first flow whose condition holds, in document order', () => {
    const scenario = createScenario(choosing('${amount > 100}', { isDefault: false, more: '${amount > 10}' }))
    scenario.start({ amount: 500 })
    expect(scenario.tasks()).toEqual(['boss'])
  })

  it('takes the default flow when no condition holds', () => {
    const scenario = createScenario(choosing('${amount > 100}'))
    scenario.start({ amount: 5 })
    expect(scenario.tasks()).toEqual(['clerk'])
  })

  it('fails with the expression and the values it saw when the condition gives no boolean', () => {
    const scenario = createScenario(choosing('${amount}'))
    expect(scenario.start({ amount: 5 })).toMatchObject({
      kind: 'failed',
      failure: {
        code: 'engine.condition-not-boolean',
        elementId: 'choose',
        detail: { expression: '${amount}', variables: { amount: '5' } },
      },
    })
    expect(scenario.rows.instances).toEqual([])
  })

  it('fails with what it tried when no flow can be taken', () => {
    const scenario = createScenario(choosing('${amount > 100}', { isDefault: false, more: '${amount == 7}' }))
    expect(scenario.start({ amount: 5 })).toMatchObject({
      kind: 'failed',
      failure: {
        code: 'engine.no-flow-taken',
        elementId: 'choose',
        detail: { conditions: ['choose-boss: ${amount > 100}', 'choose-clerk: ${amount == 7}'] },
      },
    })
  })

  it('does not ask the conditions behind the one that holds', () => {
    const scenario = createScenario(choosing('${amount > 100}', { isDefault: false, more: '${missing > 10}' }))
    scenario.start({ amount: 500 })
    expect(scenario.tasks()).toEqual(['boss'])
  })

  it('fails when a condition reads a variable that is not there', () => {
    const scenario = createScenario(choosing('${missing > 100}'))
    expect(scenario.start()).toMatchObject({
      kind: 'failed',
      failure: { code: 'engine.expression-failed', elementId: 'choose', detail: { variables: { missing: 'not set' } } },
    })
  })
})

describe('conditions in other languages', () => {
  it.each([
    ['FEEL', 'language="feel"', 'amount > 100'],
    ['JavaScript', 'language="javascript"', 'amount > 100'],
    ['the words true and false', '', 'true'],
  ])('may be %s', async (_name, attribute, condition) => {
    const { loadScriptEngine } = await import('@millrace/expressions')
    await loadScriptEngine()
    const scenario = createScenario(
      choosing('${x}').replace(
        '<conditionExpression>${x}',
        `<conditionExpression ${attribute}>${condition.replace('>', '&gt;')}`,
      ),
    )
    scenario.start({ amount: 500 })
    expect(scenario.tasks()).toEqual(['boss'])
  })
})
