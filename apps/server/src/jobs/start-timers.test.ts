import { createFakeClock, createTestDatabase } from '@millrace/server/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { executeCommand } from '../runtime/execute/execute-command.ts'
import { createTestRuntime, deployModel } from '../runtime/testing/test-runtime.ts'
import { runClaimedJob } from './run-job.ts'
import { claimAll } from './testing/claim-all.ts'
import { createWorkPlace } from './testing/create-work-place.ts'

const database = await createTestDatabase()
const { db, admin, workplaceId } = database
const clock = createFakeClock()
const runtime = { ...createTestRuntime(db), clock }
const actor = { workplaceId, userId: null, cause: 'test' }
const place = createWorkPlace(database, runtime, actor)

afterEach(async () => {
  for (const table of ['job', 'incident', 'root', 'subscription', 'instance', 'element', 'task'])
    await admin.query(`delete from ${table}`)
})

const timed = (key: string, cycle: string, { expression = '1', attributes = '' } = {}) =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="test"><process id="${key}" isExecutable="true">
    <startEvent id="tick" ${attributes}><timerEventDefinition><timeCycle>${cycle}</timeCycle></timerEventDefinition></startEvent><sequenceFlow id="f" sourceRef="tick" targetRef="step"/>
    <serviceTask id="step" camunda:expression="\${${expression}}"/><sequenceFlow id="g" sourceRef="step" targetRef="task"/><userTask id="task"/></process></definitions>`

async function workOff(): Promise<string[]> {
  const outcomes: string[] = []
  const jobs = await claimAll(db, clock(), { leaseMs: 1000 })
  for (const job of jobs) outcomes.push(await runClaimedJob({ runtime, services: noServices }, job))
  return outcomes
}

const noServices = {
  http: () => Promise.reject(new Error('Expected no call.')),
  mail: () => Promise.reject(new Error('Expected no mail.')),
}
const countOf = async (definitionId: string) =>
  (await admin.query('select from instance where definition_id = $1', [definitionId])).rowCount

const inMinutes = (minutes: number) => new Date(clock().getTime() + minutes * 60_000)

describe('the timer of a start event', () => {
  it('starts an instance each time that its cycle comes round, and ends with it', async () => {
    const id = await deployModel(runtime, actor, timed('often', 'R2/PT1H'))
    expect(await place.jobs()).toMatchObject([
      { kind: 'start', element_key: 'tick', root_id: id, definition_id: id, instance_id: null, retries: 3 },
    ])
    expect(await workOff()).toEqual([])
    for (const count of [1, 2]) {
      clock.advance({ hours: 1 })
      expect(await workOff()).toEqual(['done'])
      expect(await countOf(id)).toBe(count)
    }
    expect(await place.jobs()).toEqual([])
  })

  it('rests between its attempts and then has an incident, as any other job; its cycle continues beside it', async () => {
    const id = await deployModel(runtime, actor, timed('failing', 'R/PT1H', { expression: 'missing' }))
    clock.advance({ hours: 1, minutes: 2 })
    expect(await workOff()).toEqual(['failed'])
    expect(await place.jobs()).toMatchObject([
      { kind: 'start', retries: 2, error: expect.stringContaining('missing') },
      { kind: 'start', retries: 3, error: null, due_at: inMinutes(58) },
    ])
    clock.advance({ seconds: 9 })
    expect(await workOff()).toEqual([])
    clock.advance({ seconds: 1 })
    expect(await workOff()).toEqual(['failed'])
    clock.advance({ seconds: 40 })
    expect(await workOff()).toEqual(['failed'])
    const { rows } = await admin.query('select root_id, definition_id, instance_id, type, message from incident')
    expect(rows).toEqual([
      {
        root_id: id,
        definition_id: id,
        instance_id: null,
        type: 'failedJob',
        message: expect.stringContaining('missing'),
      },
    ])
    expect(await countOf(id)).toBe(0)
  })

  it('follows the retry cycle of its event', async () => {
    const model = timed('patient', 'R2/PT1H', { expression: 'missing' }).replace(
      '<timerEventDefinition>',
      '<extensionElements><camunda:failedJobRetryTimeCycle>R5/PT7M</camunda:failedJobRetryTimeCycle></extensionElements><timerEventDefinition>',
    )
    await deployModel(runtime, actor, model)
    clock.advance({ hours: 1 })
    expect(await workOff()).toEqual(['failed'])
    expect(await place.jobs()).toMatchObject([
      { retries: 4, due_at: inMinutes(7) },
      { retries: 5, due_at: inMinutes(60) },
    ])
    clock.advance({ minutes: 6, seconds: 59 })
    expect(await workOff()).toEqual([])
    clock.advance({ seconds: 1 })
    expect(await workOff()).toEqual(['failed'])
  })

  it('is given new tries, and settled again, by the commands that any job takes', async () => {
    await deployModel(runtime, actor, timed('mended', 'R/PT1H', { expression: 'missing' }))
    const [job] = await place.jobs()
    const jobId = job?.id ?? ''
    const execute = (command: Parameters<typeof executeCommand>[2]['command']) =>
      executeCommand(runtime, actor, { target: { by: 'job', id: jobId }, command })
    expect(
      await execute({ type: 'recordJobFailure', jobId, message: 'no', isFinal: true, detail: null }),
    ).toMatchObject({
      ok: true,
    })
    expect(await place.incidents()).toHaveLength(1)
    await execute({ type: 'setJobRetries', jobId, retries: 2, dueAt: null })
    expect(await place.incidents()).toEqual([])
    clock.advance({ minutes: 30 })
    await execute({ type: 'resetTimer', jobId, isFromCreation: false })
    expect((await place.jobs())[0]).toMatchObject({ retries: 2, due_at: new Date(clock().getTime() + 3_600_000) })
  })

  it('stops when a newer version is deployed', async () => {
    const first = await deployModel(runtime, actor, timed('versions', 'R/PT1H'))
    const second = await deployModel(runtime, actor, timed('versions', 'R/PT1H', { expression: '2' }))
    expect(await place.jobs()).toMatchObject([{ root_id: second }])
    clock.advance({ hours: 1 })
    expect(await workOff()).toEqual(['done'])
    expect([await countOf(first), await countOf(second)]).toEqual([0, 1])
  })
})
