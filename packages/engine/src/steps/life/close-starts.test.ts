import { describe, expect, it } from 'vitest'
import { bpmn, on, path } from '../../testing/bpmn.ts'
import { createScenario } from '../../testing/scenario.ts'

const handler = (definition: string, attributes = 'isInterrupting="false"') =>
  `<subProcess id="handler" triggeredByEvent="true"><startEvent id="when" ${attributes}>${definition}</startEvent><userTask id="handle"/>${path('when', 'handle')}</subProcess>`
const work = `<startEvent id="s"/><parallelGateway id="fork"/><userTask id="a"/><userTask id="b"/>${path('s', 'fork', 'a')}${path('fork', 'b')}`

describe('an event sub-process that does not interrupt', () => {
  it('begins in Flowable only as long as there is other work in the process', () => {
    const scenario = createScenario(bpmn(`${work}${handler(on.message())}`, { dialect: 'flowable' }))
    scenario.start()
    scenario.trigger('first')
    scenario.complete('a')
    expect(scenario.waiting()).toEqual(['when'])
    scenario.trigger('first')
    scenario.complete('b')
    expect(scenario.waiting()).toEqual([])
    expect(scenario.tasks()).toEqual(['handle', 'handle'])
  })

  it('begins in Flowable only as long as there is other work in the sub-process', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><subProcess id="sub">${work}${handler(on.timer())}</subProcess><userTask id="after"/>${path('start', 'sub', 'after')}${handler(on.signal()).replaceAll('"handle', '"outside').replaceAll('when', 'call')}`,
        { dialect: 'flowable' },
      ),
    )
    scenario.start()
    scenario.fireTimer('when')
    scenario.complete('a')
    scenario.complete('b')
    expect(scenario.waiting()).toEqual(['call'])
    scenario.complete('handle')
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('begins in Camunda as long as its scope is there', () => {
    const scenario = createScenario(bpmn(`${work}${handler(on.message())}`))
    scenario.start()
    scenario.trigger('first')
    scenario.complete('a')
    scenario.complete('b')
    expect(scenario.waiting()).toEqual(['when'])
  })
})

describe('the cycle of an event sub-process that interrupts', () => {
  it.each([
    ['flowable', ['when']],
    ['camunda', []],
  ] as const)('continues in %s: %s', (dialect, waiting) => {
    const scenario = createScenario(bpmn(`${work}${handler(on.cycle(), '')}`, { dialect }))
    scenario.start()
    scenario.fireTimer('when')
    expect(scenario.tasks()).toEqual(['handle'])
    expect(scenario.waiting()).toEqual(waiting)
  })
})
