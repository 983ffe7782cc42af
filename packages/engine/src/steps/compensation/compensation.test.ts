import type { Dialect } from '@millrace/bpmn'
import { describe, expect, it } from 'vitest'
import { bpmn, flow, on, path } from '../../testing/bpmn.ts'
import { createScenario } from '../../testing/scenario.ts'

/** An activity and the task that undoes it. */
const undone = (id: string, element = `<task id="${id}"/>`) =>
  `${element}<boundaryEvent id="${id}_b" attachedToRef="${id}">${on.compensation()}</boundaryEvent><userTask id="undo-${id}" isForCompensation="true"/><association id="${id}-x" sourceRef="${id}_b" targetRef="undo-${id}"/>`
const throwing = (activityId?: string) =>
  `<intermediateThrowEvent id="throw">${on.compensation(activityId)}</intermediateThrowEvent><userTask id="after"/>`

function started(elements: string, dialect: Dialect = 'camunda', variables: Readonly<Record<string, unknown>> = {}) {
  const scenario = createScenario(bpmn(`<startEvent id="start"/>${elements}`, { dialect }))
  scenario.start(variables)
  return scenario
}

describe('compensation', () => {
  it('undoes all that has completed, and nothing that has not', () => {
    const scenario = started(
      `<parallelGateway id="fork"/>${undone('a')}${undone('b')}${undone('c', '<userTask id="c"/>')}${throwing()}${path('start', 'fork', 'a', 'b', 'throw', 'after')}${path('fork', 'c')}`,
    )
    expect(scenario.tasks()).toEqual(['c', 'undo-a', 'undo-b'])
    scenario.complete('undo-a')
    expect(scenario.tasks()).toEqual(['c', 'undo-b'])
    scenario.complete('undo-b')
    expect(scenario.tasks()).toEqual(['after', 'c'])
  })

  it('starts the handler of what completed last first', () => {
    const scenario = started(`${undone('a')}${undone('b')}${throwing()}${path('start', 'a', 'b', 'throw', 'after')}`)
    expect(scenario.rows.tasks.map(({ taskKey }) => taskKey)).toEqual(['undo-b', 'undo-a'])
  })

  it('of one activity undoes each time that it has completed', () => {
    const scenario = started(
      `<exclusiveGateway id="again"/>${undone('a', '<userTask id="a"/>')}<exclusiveGateway id="g" default="g-again"/>${throwing('a')}${path('start', 'again', 'a', 'g')}${flow('g', 'throw', '${done}')}${flow('g', 'again')}${path('throw', 'after')}`,
      'camunda',
      { done: false },
    )
    scenario.complete('a')
    scenario.complete('a', { done: true })
    expect(scenario.tasks()).toEqual(['undo-a', 'undo-a'])
  })

  const runs =
    '<multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics>'
  const looped = (id: string) => undone(id, `<userTask id="${id}">${runs}</userTask>`)

  // BPMN 2.0, 13.5.5: an activity that has completed. Camunda, `CompensationUtil`: the runs are known to the body until then.
  it.each([
    ['camunda', ['a', 'after'], ['after', 'undo-a', 'undo-a']],
    ['millrace', ['a', 'after'], ['after', 'undo-a']],
    ['flowable', ['a', 'after', 'undo-a'], ['after', 'undo-a', 'undo-a']],
  ] as const)(
    'in a %s model of a loop with a run still open undoes so: %o, and afterwards: %o',
    (dialect, early, late) => {
      const thrower = (id: string) => `<intermediateThrowEvent id="${id}">${on.compensation()}</intermediateThrowEvent>`
      const scenario = started(
        `<parallelGateway id="fork"/>${looped('a')}<userTask id="begin"/>${thrower('early')}<userTask id="after"/>${thrower('late')}${path('start', 'fork', 'a', 'late')}${path('fork', 'begin', 'early', 'after')}`,
        dialect,
      )
      scenario.complete('a')
      scenario.complete('begin')
      expect(scenario.tasks()).toEqual(early)
      if (dialect === 'flowable') return
      scenario.complete('a')
      expect(scenario.tasks()).toEqual(late)
    },
  )

  it('of a loop that was interrupted undoes none of its runs', () => {
    const scenario = started(
      `${looped('a')}<boundaryEvent id="stop" attachedToRef="a">${on.message()}</boundaryEvent>${throwing()}${path('start', 'a')}${path('stop', 'throw', 'after')}`,
    )
    scenario.complete('a')
    scenario.trigger('first')
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('of a loop that its completion condition ended undoes the runs that were done, sub-processes with what is inside', () => {
    const until = `<multiInstanceLoopCharacteristics><loopCardinality>3</loopCardinality><completionCondition>\${nrOfCompletedInstances == 2}</completionCondition></multiInstanceLoopCharacteristics>`
    const scenario = started(
      `<subProcess id="sub">${until}<startEvent id="s"/>${undone('a', '<userTask id="a"/>')}${path('s', 'a')}</subProcess>${throwing()}${path('start', 'sub', 'throw', 'after')}`,
    )
    scenario.complete('a')
    scenario.complete('a')
    expect(scenario.tasks()).toEqual(['undo-a', 'undo-a'])
    scenario.complete('undo-a')
    scenario.complete('undo-a')
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('happens once only', () => {
    const scenario = started(
      `${undone('a')}${throwing()}<endEvent id="again">${on.compensation()}</endEvent>${path('start', 'a', 'throw', 'after', 'again')}`,
    )
    scenario.complete('undo-a')
    scenario.complete('after')
    expect(scenario.isEnded()).toBe(true)
  })

  it('continues at once when there is nothing to undo', () => {
    expect(started(`<task id="a"/>${throwing()}${path('start', 'a', 'throw', 'after')}`).tasks()).toEqual(['after'])
  })

  it('is not waited for by a Flowable model, unless it says so', () => {
    const elements = (attribute: string) =>
      `${undone('a')}<intermediateThrowEvent id="throw"><compensateEventDefinition ${attribute}/></intermediateThrowEvent><userTask id="after"/>${path('start', 'a', 'throw', 'after')}`
    expect(started(elements(''), 'flowable').tasks()).toEqual(['after', 'undo-a'])
    expect(started(elements('waitForCompletion="true"'), 'flowable').tasks()).toEqual(['undo-a'])
  })

  it('in a model of our own undoes one after another, in reverse order', () => {
    const scenario = started(
      `${undone('a')}${undone('b')}${undone('c')}${throwing()}${path('start', 'a', 'b', 'c', 'throw', 'after')}`,
      'millrace',
    )
    for (const task of ['undo-c', 'undo-b', 'undo-a', 'after']) {
      expect(scenario.tasks()).toEqual([task])
      scenario.complete(task)
    }
    expect(scenario.isEnded()).toBe(true)
  })

  it('runs each handler of a multi-instance activity, with the whole waiting for all', () => {
    const loop =
      '<multiInstanceLoopCharacteristics><loopCardinality>3</loopCardinality></multiInstanceLoopCharacteristics>'
    const scenario = started(
      `${undone('a', `<task id="a">${loop}</task>`)}${throwing()}${path('start', 'a', 'throw', 'after')}`,
    )
    expect(scenario.tasks()).toEqual(['undo-a', 'undo-a', 'undo-a'])
    for (let left = 3; left > 0; left--) scenario.complete('undo-a')
    expect(scenario.tasks()).toEqual(['after'])
  })
})

describe('a completed sub-process', () => {
  const sub = (inside: string, before = '', loop = '') =>
    `${before}<subProcess id="sub">${loop}<startEvent id="s"/>${inside}</subProcess>`
  const io =
    '<extensionElements><camunda:inputOutput><camunda:inputParameter name="own">${n + 1}</camunda:inputParameter></camunda:inputOutput></extensionElements>'

  it('is undone by what is inside it, which sees its variables', () => {
    const inside =
      undone('a').replace('<userTask id="undo-a"', '<userTask id="undo-a" camunda:assignee="${own}"') + path('s', 'a')
    const scenario = started(
      `${sub(inside).replace('<subProcess id="sub">', `<subProcess id="sub">${io}`)}<userTask id="wait"/>${throwing()}${path('start', 'sub', 'wait', 'throw', 'after')}`,
      'camunda',
      { n: 4 },
    )
    expect(scenario.active()).toEqual(['wait'])
    scenario.complete('wait')
    expect(scenario.active()).toEqual(['sub', 'throw', 'undo-a'])
    expect(scenario.rows.tasks).toMatchObject([{ taskKey: 'undo-a', assignee: '5' }])
    scenario.complete('undo-a')
    expect(scenario.active()).toEqual(['after'])
    expect(scenario.rows.variables.map(({ name }) => name)).toEqual(['n'])
  })

  it('is undone in any depth', () => {
    const deep = `<subProcess id="deep"><startEvent id="d"/>${undone('a')}${undone('b')}${path('d', 'a', 'b')}</subProcess>${undone('c')}${path('s', 'deep', 'c')}`
    const scenario = started(`${sub(deep)}${throwing('sub')}${path('start', 'sub', 'throw', 'after')}`)
    expect(scenario.tasks()).toEqual(['undo-a', 'undo-b', 'undo-c'])
    for (const task of ['undo-b', 'undo-c', 'undo-a']) scenario.complete(task)
    expect(scenario.active()).toEqual(['after'])
  })

  it('in a model of our own is undone in reverse order, in any depth', () => {
    const deep = `<subProcess id="deep"><startEvent id="d"/>${undone('a')}${undone('b')}${path('d', 'a', 'b')}</subProcess>${undone('c')}${path('s', 'deep', 'c')}`
    const scenario = started(`${sub(deep)}${throwing()}${path('start', 'sub', 'throw', 'after')}`, 'millrace')
    for (const task of ['undo-c', 'undo-b', 'undo-a', 'after']) {
      expect(scenario.tasks()).toEqual([task])
      scenario.complete(task)
    }
  })

  it('goes with its process when nothing undoes it', () => {
    const scenario = started(`${sub(undone('a') + path('s', 'a'))}<userTask id="wait"/>${path('start', 'sub', 'wait')}`)
    expect(scenario.rows.elements.map(({ state }) => state)).toContain('compensable')
    scenario.complete('wait')
    expect(scenario.isEnded()).toBe(true)
  })

  it('with a handler of its own is undone by that and by what is inside, in a model of our own by that alone, in one of Flowable by the rest alone', () => {
    const outer = `${sub(undone('a') + path('s', 'a'))}<boundaryEvent id="sub-b" attachedToRef="sub">${on.compensation()}</boundaryEvent><userTask id="undo-sub" isForCompensation="true"/><association id="sub-x" sourceRef="sub-b" targetRef="undo-sub"/>`
    const undoing = (dialect: Dialect) =>
      started(`${outer}${throwing()}${path('start', 'sub', 'throw', 'after')}`, dialect).tasks()
    expect(undoing('camunda')).toEqual(['undo-a', 'undo-sub'])
    expect(undoing('millrace')).toEqual(['undo-sub'])
    expect(undoing('flowable')).toEqual(['after', 'undo-a'])
  })

  it('is undone by its compensation event sub-process, which may undo what is inside', () => {
    const handler = `<subProcess id="h" triggeredByEvent="true"><startEvent id="hs">${on.compensation()}</startEvent><userTask id="begin"/><intermediateThrowEvent id="inner">${on.compensation()}</intermediateThrowEvent><userTask id="last"/>${path('hs', 'begin', 'inner', 'last')}</subProcess>`
    const scenario = started(
      `${sub(undone('a') + path('s', 'a') + handler)}${throwing()}${path('start', 'sub', 'throw', 'after')}`,
    )
    for (const task of ['begin', 'undo-a', 'last', 'after']) {
      expect(scenario.tasks()).toEqual([task])
      scenario.complete(task)
    }
    expect(scenario.isEnded()).toBe(true)
  })

  it('outlives the body of the multi-instance that it was a run of', () => {
    const loop = '<multiInstanceLoopCharacteristics camunda:collection="items" camunda:elementVariable="item"/>'
    const inside =
      undone('a').replace('<userTask id="undo-a"', '<userTask id="undo-a" camunda:assignee="${item}"') + path('s', 'a')
    const scenario = started(
      `${sub(inside, '', loop)}<userTask id="wait"/>${throwing()}${path('start', 'sub', 'wait', 'throw', 'after')}`,
      'camunda',
      { items: ['x', 'y'] },
    )
    expect(scenario.active()).toEqual(['wait'])
    scenario.complete('wait')
    expect(scenario.rows.tasks.map(({ assignee }) => assignee).sort()).toEqual(['x', 'y'])
    scenario.complete('undo-a')
    scenario.complete('undo-a')
    expect(scenario.active()).toEqual(['after'])
  })

  it('inside an event sub-process goes with that', () => {
    const handler = `<subProcess id="h" triggeredByEvent="true"><startEvent id="hs" isInterrupting="false">${on.message()}</startEvent>${sub(undone('a') + path('s', 'a'))}<userTask id="inner"/>${path('hs', 'sub', 'inner')}</subProcess>`
    const scenario = started(`<userTask id="wait"/>${path('start', 'wait')}${handler}`)
    scenario.trigger('first')
    scenario.complete('inner')
    expect(scenario.active()).toEqual(['wait'])
    expect(scenario.rows.elements).toHaveLength(1)
  })

  it('that was interrupted cannot be undone', () => {
    const scenario = started(
      `${sub(`${undone('a')}<userTask id="wait"/>${path('s', 'a', 'wait')}`)}<boundaryEvent id="out" attachedToRef="sub">${on.message()}</boundaryEvent>${throwing()}${path('start', 'sub')}${path('out', 'throw', 'after')}`,
    )
    scenario.trigger('first')
    expect(scenario.tasks()).toEqual(['after'])
  })
})

describe('a compensation event inside an event sub-process', () => {
  it('undoes what has completed in the scope around', () => {
    const handler = `<subProcess id="h" triggeredByEvent="true"><startEvent id="hs">${on.error('oops')}</startEvent><intermediateThrowEvent id="throw">${on.compensation()}</intermediateThrowEvent><userTask id="after"/>${path('hs', 'throw', 'after')}</subProcess>`
    const scenario = started(
      `${undone('a')}<endEvent id="fails">${on.error('oops')}</endEvent>${path('start', 'a', 'fails')}${handler}`,
    )
    expect(scenario.tasks()).toEqual(['undo-a'])
    scenario.complete('undo-a')
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('undoes what has completed in the event sub-process itself', () => {
    const handler = `<subProcess id="h" triggeredByEvent="true"><startEvent id="hs">${on.message()}</startEvent>${undone('a')}<intermediateThrowEvent id="throw">${on.compensation('a')}</intermediateThrowEvent><userTask id="after"/>${path('hs', 'a', 'throw', 'after')}</subProcess>`
    const scenario = started(`<userTask id="wait"/>${path('start', 'wait')}${handler}`)
    scenario.trigger('first')
    expect(scenario.tasks()).toEqual(['undo-a'])
    scenario.complete('undo-a')
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('may be ended while handlers run, which then finish for nobody', () => {
    const handler = `<subProcess id="h" triggeredByEvent="true"><startEvent id="hs" isInterrupting="false">${on.message()}</startEvent><parallelGateway id="fork"/><intermediateThrowEvent id="throw">${on.compensation()}</intermediateThrowEvent><userTask id="stop"/><endEvent id="end">${on.terminate()}</endEvent>${path('hs', 'fork', 'throw')}${path('fork', 'stop', 'end')}</subProcess>`
    const scenario = started(`${undone('a')}<userTask id="wait"/>${path('start', 'a', 'wait')}${handler}`)
    scenario.trigger('first')
    expect(scenario.tasks()).toEqual(['stop', 'undo-a', 'wait'])
    scenario.complete('stop')
    expect(scenario.tasks()).toEqual(['undo-a', 'wait'])
    scenario.complete('undo-a')
    scenario.complete('wait')
    expect(scenario.isEnded()).toBe(true)
  })
})
