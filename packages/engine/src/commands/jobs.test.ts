import { describe, expect, it } from 'vitest'
import { bpmn, path } from '../testing/bpmn.ts'
import { createScenario } from '../testing/scenario.ts'

function withJob(extensions = '', attributes = '') {
  const scenario = createScenario(
    bpmn(
      `<startEvent id="start"/><serviceTask id="work" camunda:asyncBefore="true" camunda:expression="\${1 / n}" ${attributes}><extensionElements>${extensions}</extensionElements></serviceTask><userTask id="after"/>${path('start', 'work', 'after')}`,
    ),
  )
  scenario.start({ n: 0 })
  const jobId = scenario.rows.jobs[0]?.id ?? ''
  const fail = (isFinal = false) =>
    scenario.do({ type: 'recordJobFailure', jobId, message: 'it failed', isFinal, detail: { why: 'zero' } })
  const job = () => scenario.rows.jobs[0]
  return { scenario, jobId, fail, job }
}
const cycle = (text: string) => `<camunda:failedJobRetryTimeCycle>${text}</camunda:failedJobRetryTimeCycle>`

describe('a job that fails', () => {
  it('changes nothing by itself', () => {
    const { scenario, jobId } = withJob()
    const missing = scenario.do({
      type: 'setVariables',
      scopeId: scenario.rows.rootId,
      instanceId: scenario.rows.rootId,
      set: [],
      remove: ['n'],
      isLocal: false,
    })
    expect(missing.kind).toBe('done')
    expect(scenario.do({ type: 'runJob', jobId })).toMatchObject({
      kind: 'failed',
      failure: { code: 'engine.expression-failed', elementId: 'work', detail: { expression: '${1 / n}' } },
    })
    expect(scenario.rows.jobs).toHaveLength(1)
    scenario.set({ n: 2 })
    expect(scenario.do({ type: 'runJob', jobId })).toMatchObject({ kind: 'done' })
    expect(scenario.tasks()).toEqual(['after'])
  })

  it('is tried three times, and then has one incident', () => {
    const { scenario, fail, job } = withJob()
    fail()
    fail()
    expect(job()).toMatchObject({ retries: 1, error: 'it failed', dueAt: null })
    expect(scenario.rows.incidents).toEqual([])
    fail()
    fail()
    expect(job()).toMatchObject({ retries: 0 })
    expect(scenario.rows.incidents).toMatchObject([
      { type: 'failedJob', elementId: 'work', message: 'it failed', detail: { why: 'zero' } },
    ])
  })

  it('has its incident at once when no further try can mend it', () => {
    const { scenario, fail } = withJob()
    fail(true)
    expect(scenario.rows.incidents).toHaveLength(1)
  })

  it.each([
    ['R5/PT10M', [4, '10:10', 3, '10:10']],
    ['PT1M,PT5M', [2, '10:01', 1, '10:05']],
    ['${often}', [2, undefined, 1, undefined]],
  ])('is tried as its cycle %s says', (text, expected) => {
    const { scenario, fail, job } = withJob(cycle(text).replace('${often}', '${execution.processBusinessKey}'))
    fail()
    const first = [job()?.retries, job()?.dueAt?.slice(11, 16)]
    fail()
    expect([...first, job()?.retries, job()?.dueAt?.slice(11, 16)]).toEqual(expected)
    expect(scenario.rows.incidents).toEqual([])
  })

  it.each(['${missing}', '${1 / 0}', '${missing.often}'])('has its default tries when its cycle %s fails', (text) => {
    const { scenario, fail, job } = withJob(cycle(text))
    expect(fail()).toMatchObject({ kind: 'done' })
    expect(job()).toMatchObject({ retries: 2, error: 'it failed' })
    fail()
    fail()
    expect(scenario.rows.incidents).toMatchObject([{ message: 'it failed' }])
  })

  it('given new tries has no incident any more, and without tries it has one', () => {
    const { scenario, jobId, fail, job } = withJob()
    fail(true)
    scenario.do({ type: 'setJobRetries', jobId, retries: 2, dueAt: '2026-03-02T12:00:00.000Z' })
    expect(job()).toMatchObject({ retries: 2, dueAt: '2026-03-02T12:00:00.000Z' })
    expect(scenario.rows.incidents).toEqual([])
    scenario.do({ type: 'setJobRetries', jobId, retries: 0, dueAt: null })
    expect(scenario.rows.incidents).toMatchObject([{ message: 'it failed' }])
  })

  it('has an incident in each instance that called its own, and all end together', () => {
    const called = bpmn(
      `<startEvent id="start"/><task id="work" camunda:asyncBefore="true"/>${path('start', 'work')}`,
      { id: 'called' },
    )
    const scenario = createScenario([
      bpmn(`<startEvent id="start"/><callActivity id="call" calledElement="called"/>${path('start', 'call')}`),
      called,
    ])
    scenario.start()
    const jobId = scenario.rows.jobs[0]?.id ?? ''
    scenario.do({ type: 'recordJobFailure', jobId, message: 'it failed', isFinal: true, detail: null })
    const [cause, caller] = scenario.rows.incidents
    expect(caller).toMatchObject({
      elementId: 'call',
      causeId: cause?.id,
      rootCauseId: cause?.id,
      instanceId: scenario.rows.rootId,
    })
    scenario.do({ type: 'runJob', jobId })
    expect(scenario.rows.incidents).toEqual([])
    expect(scenario.isEnded()).toBe(true)
  })
})

describe('an incident', () => {
  it('may be raised and resolved by hand', () => {
    const { scenario } = withJob()
    const { rootId } = scenario.rows
    scenario.do({
      type: 'raiseIncident',
      instanceId: rootId,
      elementInstanceId: null,
      elementId: 'work',
      incidentType: 'own',
      message: 'look here',
      detail: null,
    })
    const [incident] = scenario.rows.incidents
    expect(incident).toMatchObject({ type: 'own', message: 'look here', sourceId: null })
    const resolve = { type: 'resolveIncident', incidentId: incident?.id ?? '' } as const
    expect(scenario.do(resolve)).toMatchObject({
      kind: 'done',
      events: [{ type: 'incidentEnded', outcome: 'resolved' }],
    })
    expect(scenario.do(resolve)).toMatchObject({ kind: 'refused' })
  })
})

describe('the retry cycle of a multi-instance', () => {
  const loop = (own: string) =>
    `<multiInstanceLoopCharacteristics isSequential="true" camunda:asyncBefore="true"><extensionElements>${own}</extensionElements><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics>`
  const task = (own: string) =>
    bpmn(
      `<startEvent id="start"/><userTask id="work" camunda:asyncBefore="true"><extensionElements>${cycle('R7/PT1M')}</extensionElements>${loop(own)}</userTask>${path('start', 'work')}`,
    )

  it('is that of the activity for the whole and that of the loop for each run', () => {
    const scenario = createScenario(task(cycle('R5/PT5M')))
    scenario.start()
    expect(scenario.rows.jobs.map(({ retries }) => retries)).toEqual([7])
    const [whole] = scenario.rows.jobs
    scenario.do({ type: 'runJob', jobId: whole?.id ?? '' })
    expect(scenario.rows.jobs.map(({ retries }) => retries)).toEqual([5])
    const [run] = scenario.rows.jobs
    scenario.do({ type: 'recordJobFailure', jobId: run?.id ?? '', message: 'no', isFinal: false, detail: null })
    expect(scenario.rows.jobs.map(({ retries }) => retries)).toEqual([4])
  })
})

describe('the retry cycle of a Flowable model', () => {
  it.each([
    ['serviceTask', 'flowable:expression="${1 / n}"', 4],
    ['userTask', 'flowable:assignee="${1 / n}"', 2],
  ])('counts at a %s', (type, attributes, retries) => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><${type} id="work" flowable:async="true" ${attributes}><extensionElements><flowable:failedJobRetryTimeCycle>R5/PT1M</flowable:failedJobRetryTimeCycle></extensionElements></${type}>${path('start', 'work')}`,
        { dialect: 'flowable' },
      ),
    )
    scenario.start({ n: 0 })
    const jobId = scenario.rows.jobs[0]?.id ?? ''
    scenario.do({ type: 'recordJobFailure', jobId, message: 'no', isFinal: false, detail: null })
    expect(scenario.rows.jobs).toMatchObject([{ retries }])
  })
})

describe('a timer of a cycle that fails', () => {
  const looping = (dialect: 'camunda' | 'flowable') => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><userTask id="work"/><boundaryEvent id="again" attachedToRef="work" cancelActivity="false"><timerEventDefinition><timeCycle>R/PT1H</timeCycle></timerEventDefinition></boundaryEvent><userTask id="remind"/>${path('start', 'work')}${path('again', 'remind')}`,
        { dialect },
      ),
    )
    scenario.start()
    return scenario
  }
  const fail = (scenario: ReturnType<typeof looping>, jobId = scenario.rows.jobs[0]?.id ?? '') => {
    scenario.do({ type: 'recordJobFailure', jobId, message: 'no', isFinal: false, detail: null })
    return jobId
  }

  it('is retried beside the next one in Camunda, which comes once', () => {
    const scenario = looping('camunda')
    const jobId = fail(scenario)
    fail(scenario, jobId)
    expect(scenario.rows.jobs.map(({ retries }) => retries)).toEqual([1, 3])
    scenario.do({ type: 'runJob', jobId })
    expect(scenario.tasks()).toEqual(['remind', 'work'])
    expect(scenario.rows.jobs).toHaveLength(1)
  })

  it('has the priority of the one before it, whatever its expression would give by then', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><userTask id="work"/><boundaryEvent id="again" attachedToRef="work" cancelActivity="false" camunda:jobPriority="\${rank}"><timerEventDefinition><timeCycle>R/PT1H</timeCycle></timerEventDefinition></boundaryEvent><userTask id="remind"/>${path('start', 'work')}${path('again', 'remind')}`,
      ),
    )
    scenario.start({ rank: 3 })
    scenario.set({ rank: 'none' })
    const jobId = fail(scenario)
    expect(scenario.rows.jobs).toMatchObject([
      { retries: 2, error: 'no', priority: 3, data: { isFollowed: true } },
      { retries: 3, error: null, priority: 3 },
    ])
    scenario.do({ type: 'runJob', jobId })
    expect(scenario.rows.jobs).toMatchObject([{ retries: 3, priority: 3 }])
  })

  it('is only tried again in Flowable', () => {
    const scenario = looping('flowable')
    const jobId = fail(scenario)
    expect(scenario.rows.jobs).toHaveLength(1)
    scenario.do({ type: 'runJob', jobId })
    expect(scenario.rows.jobs).toHaveLength(1)
  })
})

describe('an external task', () => {
  it('without tries has an incident, which new tries end', () => {
    const scenario = createScenario(
      bpmn(
        `<startEvent id="start"/><serviceTask id="work" camunda:type="external" camunda:topic="t"/>${path('start', 'work')}`,
      ),
    )
    scenario.start()
    const taskId = scenario.rows.externalTasks[0]?.id ?? ''
    const fail = (retries: number) =>
      scenario.do({
        type: 'failExternalTask',
        taskId,
        message: 'jam',
        details: 'all of it',
        retries,
        retryAt: '2026-03-02T10:05:00.000Z',
        variables: [],
      })
    fail(1)
    expect(scenario.rows.externalTasks).toMatchObject([
      {
        retries: 1,
        errorMessage: 'jam',
        errorDetails: 'all of it',
        lockedUntil: '2026-03-02T10:05:00.000Z',
        workerId: null,
      },
    ])
    fail(0)
    fail(0)
    expect(scenario.rows.incidents).toMatchObject([{ type: 'failedExternalTask', message: 'jam' }])
    scenario.do({ type: 'setExternalTaskRetries', taskId, retries: 3 })
    expect(scenario.rows.incidents).toEqual([])
    scenario.do({ type: 'setExternalTaskRetries', taskId, retries: 0 })
    expect(scenario.rows.incidents).toHaveLength(1)
    scenario.completeExternal('t')
    expect(scenario.isEnded()).toBe(true)
  })
})

describe('a timer that is reset', () => {
  const model = bpmn(
    `<startEvent id="start"/><intermediateCatchEvent id="wait"><timerEventDefinition><timeDuration>\${d}</timeDuration></timerEventDefinition></intermediateCatchEvent><userTask id="after"/>${path('start', 'wait', 'after')}`,
  )

  it('is due by the variables as they are now, from when it was created or from now', () => {
    const scenario = createScenario(model)
    scenario.start({ d: 'PT1H' })
    const jobId = scenario.rows.jobs[0]?.id ?? ''
    expect(scenario.rows.jobs[0]?.dueAt).toBe('2026-03-02T11:00:00.000Z')
    scenario.set({ d: 'PT2H' })
    scenario.now = new Date('2026-03-02T10:30:00Z')
    scenario.do({ type: 'resetTimer', jobId, isFromCreation: true })
    expect(scenario.rows.jobs[0]?.dueAt).toBe('2026-03-02T12:00:00.000Z')
    scenario.do({ type: 'resetTimer', jobId, isFromCreation: false })
    expect(scenario.rows.jobs[0]?.dueAt).toBe('2026-03-02T12:30:00.000Z')
  })

  it('fails when its time cannot be reported, and stays unchanged', () => {
    const scenario = createScenario(model)
    scenario.start({ d: 'PT1H' })
    scenario.set({ d: 'soon' })
    const jobId = scenario.rows.jobs[0]?.id ?? ''
    expect(scenario.do({ type: 'resetTimer', jobId, isFromCreation: true })).toMatchObject({
      kind: 'failed',
      failure: { code: 'engine.value-invalid', elementId: 'wait' },
    })
    expect(scenario.rows.jobs[0]?.dueAt).toBe('2026-03-02T11:00:00.000Z')
  })

  it('leaves a job that is no timer unchanged', () => {
    const { scenario, jobId, job } = withJob()
    const before = job()
    expect(scenario.do({ type: 'resetTimer', jobId, isFromCreation: false })).toMatchObject({ kind: 'done' })
    expect(job()).toEqual(before)
  })
})
