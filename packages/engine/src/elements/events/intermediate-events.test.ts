import { describe, expect, it } from 'vitest'
import { boundary, bpmn, on, path } from '../../testing/bpmn.ts'
import { createScenario } from '../../testing/scenario.ts'

describe('an intermediate catching event', () => {
  it('keeps local variables that come with its event, for its outputs', () => {
    const io =
      '<extensionElements><camunda:inputOutput><camunda:outputParameter name="kept">${text}</camunda:outputParameter></camunda:inputOutput></extensionElements>'
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><intermediateCatchEvent id="event">${io}${on.message()}</intermediateCatchEvent><userTask id="after"/>${path('start', 'event', 'after')}`,
      ),
    )
    scenario.start()
    const [subscription] = scenario.rows.subscriptions
    const localVariables = [{ name: 'text', value: { type: 'String', value: 'hello', info: null } }]
    scenario.do({ type: 'triggerSubscription', subscriptionId: subscription?.id ?? '', variables: [], localVariables })
    expect(scenario.rows.variables.map(({ name, value }) => [name, value?.value])).toEqual([['kept', 'hello']])
  })

  it('may be passed by hand', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><intermediateCatchEvent id="event">${on.timer()}</intermediateCatchEvent><userTask id="after"/>${path('start', 'event', 'after')}`,
      ),
    )
    scenario.start()
    scenario.do({ type: 'signalElement', elementInstanceId: scenario.rows.elements[0]?.id ?? '', variables: [] })
    expect(scenario.tasks()).toEqual(['after'])
    expect(scenario.rows.jobs).toEqual([])
  })
})

describe('a throwing event', () => {
  it('runs its listeners', () => {
    const listeners = ['start', 'end']
      .map(
        (event) =>
          `<camunda:executionListener event="${event}" expression="\${execution.setVariable('${event}ed', true)}"/>`,
      )
      .join('')
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><endEvent id="event"><extensionElements>${listeners}</extensionElements>${on.terminate()}</endEvent>${path('start', 'event')}`,
      ),
    )
    scenario.start()
    expect([scenario.variable('started'), scenario.variable('ended')]).toEqual([true, true])
  })

  // Camunda, `ThrowEscalationEventActivityBehavior` and `CommandInvocationContext`: what is queued last is carried out first.
  it('continues before what catches its escalation without interrupting', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><subProcess id="sub"><startEvent id="s"/><intermediateThrowEvent id="event">${on.escalation('rise')}</intermediateThrowEvent><endEvent id="e"/>${path('s', 'event', 'e')}</subProcess>${path('start', 'sub')}${boundary('caught', 'sub', on.escalation(), 'cancelActivity="false"')}`,
      ),
    )
    scenario.start()
    expect(scenario.history()).toEqual(['start', 's', 'event', 'e', 'sub', 'caught'])
  })

  it('whose end listener raises an error is still interrupted only once', () => {
    const listener = `<extensionElements><camunda:executionListener event="end" expression="\${execution.throwBpmnError('oops')}"/></extensionElements>`
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><task id="work">${listener}</task>${path('start', 'work')}${boundary('caught', 'work', on.error('oops'))}`,
      ),
    )
    scenario.start()
    expect(scenario.tasks()).toEqual(['after-caught'])
  })
})
