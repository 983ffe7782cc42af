import { describe, expect, it } from 'vitest'
import { boundary, bpmn, flow, on, path } from '../../testing/bpmn.ts'
import { createScenario } from '../../testing/scenario.ts'

describe('an asynchronous continuation before an element', () => {
  const file = bpmn(
    `<startEvent id="start"/><userTask id="work" camunda:asyncBefore="true" camunda:exclusive="false" camunda:jobPriority="\${p + 1}"/>${path('start', 'work')}`,
  )

  it('waits with a job before anything of the element happens', () => {
    const scenario = createScenario(file)
    scenario.start({ p: 4 })
    expect(scenario.tasks()).toEqual([])
    expect(scenario.rows.jobs).toMatchObject([
      { kind: 'before', elementId: 'work', priority: 5, isExclusive: false, retries: 3, dueAt: null },
    ])
    expect(scenario.rows.elements).toMatchObject([{ elementId: 'work', state: 'before' }])
    scenario.runJobs()
    expect(scenario.tasks()).toEqual(['work'])
  })

  it('begins with the retries of its cycle, with Flowable from the first failure on', () => {
    const retries = (dialect: 'camunda' | 'flowable') => {
      const cycle = `<extensionElements><${dialect}:failedJobRetryTimeCycle>R5/PT1M</${dialect}:failedJobRetryTimeCycle></extensionElements>`
      const work = `<userTask id="work" ${dialect}:async="true">${cycle}</userTask>`
      const scenario = createScenario(bpmn(`<startEvent id="start"/>${work}${path('start', 'work')}`, { dialect }))
      scenario.start()
      return scenario.rows.jobs.map((job) => job.retries)
    }
    expect(retries('camunda')).toEqual([5])
    expect(retries('flowable')).toEqual([3])
  })

  it('of a terminate end event comes after the rest of its scope has ended, with Flowable before', () => {
    const waiting = (dialect: 'camunda' | 'flowable') => {
      const end = `<endEvent id="end" ${dialect}:async="true">${on.terminate()}</endEvent>`
      const fork = `<startEvent id="start"/><parallelGateway id="fork"/><userTask id="work"/>${path('start', 'fork', 'work')}`
      const scenario = createScenario(bpmn(`${fork}${end}${path('fork', 'end')}`, { dialect }))
      scenario.start()
      const tasks = scenario.tasks()
      scenario.runJobs()
      return [tasks, scenario.isEnded()]
    }
    expect(waiting('camunda')).toEqual([[], true])
    expect(waiting('flowable')).toEqual([['work'], true])
  })

  it('fails when its priority is no number', () => {
    expect(createScenario(file).start({ p: 'x' })).toMatchObject({ kind: 'failed', failure: { elementId: 'work' } })
  })

  it('takes the priority of the process when it has none', () => {
    const scenario = createScenario(
      bpmn(`<startEvent id="start"/><userTask id="work" camunda:asyncBefore="true"/>${path('start', 'work')}`, {
        attributes: 'camunda:jobPriority="8"',
      }),
    )
    scenario.start()
    expect(scenario.rows.jobs).toMatchObject([{ priority: 8, isExclusive: true }])
  })

  it('of a compensation handler keeps its thrower waiting', () => {
    const scenario = createScenario(
      bpmn(`<startEvent id="start"/><task id="book"/><boundaryEvent id="b" attachedToRef="book">${on.compensation()}</boundaryEvent><task id="undo" isForCompensation="true" camunda:asyncBefore="true"/><association id="x" sourceRef="b" targetRef="undo"/>
        <intermediateThrowEvent id="throw">${on.compensation()}</intermediateThrowEvent><userTask id="after"/>${path('start', 'book', 'throw', 'after')}`),
    )
    scenario.start()
    expect(scenario.active()).toEqual(['throw', 'undo'])
    scenario.runJobs()
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('of an event sub-process keeps what triggered it', () => {
    const scenario = createScenario(
      bpmn(`<startEvent id="start"/><userTask id="work"/>${path('start', 'work')}
        <subProcess id="h" triggeredByEvent="true" camunda:asyncBefore="true"><startEvent id="hs">${on.message()}</startEvent><userTask id="after"/>${path('hs', 'after')}</subProcess>`),
    )
    scenario.start()
    scenario.trigger('first')
    expect(scenario.active()).toEqual(['h'])
    scenario.runJobs()
    expect(scenario.tasks()).toEqual(['after'])
  })
})

describe('an asynchronous continuation after an element', () => {
  it('waits with a job for each flow that is taken, when the element is done', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><userTask id="work" camunda:asyncAfter="true"/><userTask id="a"/><userTask id="b"/>${path('start', 'work', 'a')}${path('work', 'b')}`,
      ),
    )
    scenario.start()
    scenario.complete('work')
    expect(scenario.rows.jobs).toMatchObject([
      { kind: 'after', elementId: 'work' },
      { kind: 'after', elementId: 'work' },
    ])
    scenario.runJobs()
    expect(scenario.tasks()).toEqual(['a', 'b'])
  })

  it('has chosen its flow before it waits', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><exclusiveGateway id="g" default="g-b" camunda:asyncAfter="true"/><userTask id="a"/><userTask id="b"/>${path('start', 'g')}${flow('g', 'a', '${yes}')}${flow('g', 'b')}`,
      ),
    )
    scenario.start({ yes: true })
    scenario.set({ yes: false })
    scenario.runJobs()
    expect(scenario.tasks()).toEqual(['a'])
  })

  it('keeps its scope open at the end of a path', () => {
    const scenario = createScenario(
      bpmn(`<startEvent id="start"/><endEvent id="end" camunda:asyncAfter="true"/>${path('start', 'end')}`),
    )
    scenario.start()
    expect(scenario.active()).toEqual(['end'])
    scenario.runJobs()
    expect(scenario.isEnded()).toBe(true)
  })

  it('is kept also when a worker ends the path by an error', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><serviceTask id="work" camunda:type="external" camunda:topic="t" camunda:asyncAfter="true"/><userTask id="never"/>${path('start', 'work', 'never')}`,
      ),
    )
    scenario.start()
    const taskId = scenario.rows.externalTasks[0]?.id ?? ''
    scenario.do({ type: 'throwExternalTaskError', taskId, code: 'x', message: null, variables: [] })
    expect(scenario.rows.jobs).toHaveLength(1)
    scenario.runJobs()
    expect(scenario.isEnded()).toBe(true)
  })

  // Camunda, `PvmAtomicOperation.ACTIVITY_END`: what ends its path is destroyed by the job, with all that waits for it.
  it('keeps an activity that ends its path open, with its boundary events and its external task, until its job has run', () => {
    const worked = (next: string, finish: (scenario: ReturnType<typeof createScenario>) => void) => {
      const scenario = createScenario(
        bpmn(
          `<startEvent id="start"/><serviceTask id="work" camunda:type="external" camunda:topic="t" camunda:asyncAfter="true"/>${path('start', 'work')}${next}${boundary('event', 'work', on.message(), 'cancelActivity="false"')}`,
        ),
      )
      scenario.start()
      finish(scenario)
      const before = [scenario.waiting(), scenario.rows.externalTasks.length, scenario.active()]
      scenario.trigger('first')
      scenario.runJobs()
      return [...before, scenario.active()]
    }
    const error = (scenario: ReturnType<typeof createScenario>) => {
      const taskId = scenario.rows.externalTasks[0]?.id ?? ''
      scenario.do({ type: 'throwExternalTaskError', taskId, code: 'x', message: null, variables: [] })
      expect(scenario.do({ type: 'completeExternalTask', taskId, variables: [], localVariables: [] })).toMatchObject({
        kind: 'refused',
        refusal: { code: 'engine.external-task-gone' },
      })
    }
    const next = `<userTask id="never"/>${path('work', 'never')}`
    expect(worked(next, error)).toEqual([['event'], 1, ['work'], ['after-event']])
    expect(worked('', (scenario) => scenario.completeExternal('t'))).toEqual([['event'], 0, ['work'], ['after-event']])
  })

  it('in a Flowable model keeps the activity open with its boundary events', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><userTask id="work" flowable:asyncLeave="true"/><userTask id="after"/>${path('start', 'work', 'after')}${boundary('event', 'work', on.message())}`,
        { dialect: 'flowable' },
      ),
    )
    scenario.start()
    scenario.complete('work')
    expect(scenario.active()).toEqual(['work'])
    expect(scenario.waiting()).toEqual(['event'])
    scenario.runJobs()
    expect(scenario.tasks()).toEqual(['after'])
  })
})

it('an event sub-process begins no more when its Flowable sub-process waits for its asynchronous leave', () => {
  const scenario = createScenario(
    bpmn(
      `<startEvent id="start"/><subProcess id="sub" flowable:asyncLeave="true"><startEvent id="s"/><userTask id="work"/>${path('s', 'work')}
        <subProcess id="handler" triggeredByEvent="true"><startEvent id="event" isInterrupting="false">${on.message() + on.cycle()}</startEvent><userTask id="extra"/>${path('event', 'extra')}</subProcess></subProcess>
        <userTask id="after"/>${path('start', 'sub', 'after')}${boundary('beside', 'sub', on.signal())}`,
      { dialect: 'flowable' },
    ),
  )
  scenario.start()
  expect(scenario.waiting()).toEqual(['beside', 'event', 'event'])
  scenario.complete('work')
  expect(scenario.waiting()).toEqual(['beside'])
  scenario.runJobs()
  expect(scenario.tasks()).toEqual(['after'])
})

describe('a loop without a task', () => {
  it('is stopped at the step limit', () => {
    const scenario = createScenario(
      bpmn(`<startEvent id="start"/><exclusiveGateway id="a"/><task id="b"/>${path('start', 'a', 'b', 'a')}`),
      { budgets: { steps: 1000 } },
    )
    expect(scenario.start()).toMatchObject({ kind: 'failed', failure: { code: 'engine.budget' } })
    expect(scenario.rows.instances).toEqual([])
  })

  it('is stopped also when it goes through a multi-instance activity, or calls itself in one', () => {
    const runs =
      '<multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics>'
    const round = bpmn(
      `<startEvent id="start"/><exclusiveGateway id="a"/><task id="b">${runs}</task>${path('start', 'a', 'b', 'a')}`,
    )
    const recursion = bpmn(
      `<startEvent id="start"/><callActivity id="call" calledElement="process">${runs}</callActivity>${path('start', 'call')}`,
    )
    for (const file of [round, recursion]) {
      const scenario = createScenario(file, { budgets: { steps: 1000 } })
      expect(scenario.start()).toMatchObject({ kind: 'failed', failure: { code: 'engine.budget' } })
    }
  })

  it('is none in many runs, nor in the runs inside each of them', () => {
    const many = (count: number) =>
      `<multiInstanceLoopCharacteristics><loopCardinality>${count}</loopCardinality></multiInstanceLoopCharacteristics>`
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><subProcess id="outer">${many(30)}<startEvent id="s"/><task id="inner">${many(30)}</task>${path('s', 'inner')}</subProcess>${path('start', 'outer')}`,
      ),
      { budgets: { steps: 100 } },
    )
    scenario.start()
    expect(scenario.isEnded()).toBe(true)
  })

  it('is no loop when it ends in time', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><exclusiveGateway id="a"/><scriptTask id="b" scriptFormat="juel"><script>\${execution.setVariable('n', n + 1)}</script></scriptTask><exclusiveGateway id="c" default="c-a"/><endEvent id="end"/>${path('start', 'a', 'b', 'c')}${flow('c', 'end', '${n >= 100}')}${flow('c', 'a')}`,
      ),
    )
    scenario.start({ n: 0 })
    expect(scenario.isEnded()).toBe(true)
    expect(scenario.variable('n')).toBe(100)
  })
})
