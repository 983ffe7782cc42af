import { describe, expect, it } from 'vitest'
import { bpmn, on, path } from '../../testing/bpmn.ts'
import { createScenario } from '../../testing/scenario.ts'

it('a start event stores who started the instance', () => {
  const scenario = createScenario(
    bpmn(`<startEvent id="start" camunda:initiator="starter"/><userTask id="after"/>${path('start', 'after')}`),
    { userId: 'ann' },
  )
  scenario.start()
  expect(scenario.variable('starter')).toBe('ann')
  expect(scenario.rows.instances).toMatchObject([{ startUserId: 'ann', startElementId: 'start' }])
})

it('a process without start events begins at every element that no flow leads to', () => {
  const scenario = createScenario(
    bpmn(`<userTask id="a"/><userTask id="b"/><userTask id="c"/>${path('b', 'c')}`, { dialect: 'bpmn' }),
  )
  scenario.start()
  expect(scenario.tasks()).toEqual(['a', 'b'])
})

describe('a process without a plain start event that is started by its key', () => {
  const begin = (id: string, definition: string) =>
    `<startEvent id="${id}">${definition}</startEvent><userTask id="after-${id}"/>${path(id, `after-${id}`)}`
  const byMessage = begin('message', on.message())
  const bySignal = begin('signal', on.signal())

  it('begins at its only start event', () => {
    const scenario = createScenario(bpmn(byMessage))
    scenario.start()
    expect(scenario.tasks()).toEqual(['after-message'])
  })

  it('begins at a timer where there are several', () => {
    const scenario = createScenario(bpmn(byMessage + begin('timer', on.timer()) + bySignal))
    scenario.start()
    expect(scenario.tasks()).toEqual(['after-timer'])
  })

  it('cannot begin at one of several others, unless it is one of Flowable', () => {
    const file = byMessage + bySignal
    expect(createScenario(bpmn(file)).start()).toMatchObject({ kind: 'refused' })
    const flowable = createScenario(bpmn(file, { dialect: 'flowable' }))
    flowable.start()
    expect(flowable.tasks()).toEqual(['after-message'])
  })
})

it('a process cannot be started at an element that it does not have, or that stands inside another', () => {
  const file = bpmn(
    `<startEvent id="start"/><subProcess id="sub"><startEvent id="s"/></subProcess>${path('start', 'sub')}`,
  )
  for (const startElementId of ['nothing', 's']) {
    expect(createScenario(file).start({}, { startElementId })).toMatchObject({
      kind: 'refused',
      refusal: { code: 'engine.element-unknown' },
    })
  }
})

it('of several start events only the one that was fired begins', () => {
  const scenario = createScenario(
    bpmn(
      `<startEvent id="none"/><userTask id="a"/>${path('none', 'a')}<startEvent id="byMessage">${on.message()}</startEvent><userTask id="b"/>${path('byMessage', 'b')}`,
    ),
  )
  scenario.start({}, { startElementId: 'byMessage' })
  expect(scenario.tasks()).toEqual(['b'])
})
