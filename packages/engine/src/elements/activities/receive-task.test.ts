import { describe, expect, it } from 'vitest'
import { bpmn, path } from '../../testing/bpmn.ts'
import { createScenario } from '../../testing/scenario.ts'

describe('a receive task', () => {
  it('waits for its message', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><receiveTask id="receive" messageRef="first"/><userTask id="after"/>${path('start', 'receive', 'after')}`,
      ),
    )
    scenario.start()
    expect(scenario.rows.subscriptions).toMatchObject([{ kind: 'message', name: 'first', elementId: 'receive' }])
    scenario.trigger('first', { answer: 42 })
    expect(scenario.tasks()).toEqual(['after'])
    expect(scenario.variable('answer')).toBe(42)
  })

  it('without a message waits for a trigger through the API', () => {
    const scenario = createScenario(
      bpmn(`<startEvent id="start"/><receiveTask id="receive"/>${path('start', 'receive')}`),
    )
    scenario.start()
    const [element] = scenario.rows.elements
    scenario.do({ type: 'signalElement', elementInstanceId: element?.id ?? '', variables: [] })
    expect(scenario.isEnded()).toBe(true)
  })

  it('may begin its process, with its message received', () => {
    const scenario = createScenario(
      bpmn(
        `<receiveTask id="receive" messageRef="first" instantiate="true"/><userTask id="after"/>${path('receive', 'after')}`,
        { dialect: 'bpmn' },
      ),
    )
    expect(scenario.start()).toMatchObject({ kind: 'refused', refusal: { code: 'engine.start-not-possible' } })
    scenario.start({ order: 7 }, { startElementId: 'receive' })
    expect(scenario.history()).toEqual(['receive'])
    expect(scenario.tasks()).toEqual(['after'])
    expect(scenario.waiting()).toEqual([])
  })
})
