import { process } from '@millrace/bpmn/builder'
import { type SimulationInput, simulationCalls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { fillHistory } from '../../runtime/simulation/testing/fill-history.ts'
import { createScenario } from '../../runtime/testing/scenario.ts'
import { runClaimedJob } from '../run-job.ts'
import { claimAll } from '../testing/claim-all.ts'
import type { Services } from '../work/services.ts'

const { db, runtime, workplaceId, signIn, admin, clock } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const operator = await signIn({ roles: ['RoleProcessAdmin'] })
const user = await signIn({ roles: ['RoleUser'] })
const elsewhere = await signIn({ roles: ['RoleAdmin'], workplaceId: await createWorkplace(db) })

/** A check that is repeated until it is good. */
const order = await scenario.deploy(
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" targetNamespace="test">
    <process id="order" name="Order" isExecutable="true">
      <startEvent id="start"/>
      <userTask id="check" name="Check" camunda:candidateGroups="clerks"/>
      <exclusiveGateway id="again" name="Complete?" default="done"/>
      <endEvent id="end"/>
      <sequenceFlow id="to-check" sourceRef="start" targetRef="check"/>
      <sequenceFlow id="checked" sourceRef="check" targetRef="again"/>
      <sequenceFlow id="repeat" name="No" sourceRef="again" targetRef="check"><conditionExpression xsi:type="tFormalExpression">\${bad}</conditionExpression></sequenceFlow>
      <sequenceFlow id="done" name="Yes" sourceRef="again" targetRef="end"/>
    </process></definitions>`,
)
const unused = await scenario.deploy(process('unused').start().userTask('wait', { name: 'Wait' }).end().toXml())
await fillHistory(admin, {
  ...{
    workplaceId,
    definition: order,
    now: clock(),
    days: 150,
    perHour: 5,
    minutes: 15,
    clerks: ['ada', 'grace'],
    again: 0.2,
  },
})

const change: SimulationInput = { name: 'One more', days: 120, weeks: 4, runs: 4, arrivals: 100, roles: [], flows: [] }
const staffing = (before: number, after: number, hours = 'measured') => [
  {
    id: 'group:clerks',
    costPerHour: 40,
    before: { people: before, hours: 'measured' },
    after: { people: after, hours },
  },
]
const start = (client: TestClient, input: Partial<SimulationInput> = {}, id = order.id) =>
  client.call(simulationCalls.start, { params: { id }, body: { ...change, ...input } })
const look = async (id: string) => (await operator.call(simulationCalls.get, { params: { id } })).body
/** Lets the job have so many turns. */
const work = async (turns: number) => {
  const outcomes: string[] = []
  for (let turn = 0; turn < turns; turn++)
    for (const job of (await claimAll(db, clock())).filter(({ kind }) => kind === 'simulation'))
      outcomes.push(await runClaimedJob({ runtime, services: {} as Services }, job))
  return outcomes
}

describe('the basis of a simulation', () => {
  it('has arrivals, people, working hours and routes of the history', async () => {
    const { body } = await operator.call(simulationCalls.basis, { params: { id: order.id }, query: { days: 120 } })
    expect(body.perWeek).toBeGreaterThan(170)
    expect(body.perWeek).toBeLessThan(230)
    expect(body.roles).toEqual([
      { id: 'group:clerks', name: 'clerks', people: expect.closeTo(2), tasks: expect.any(Number), elements: ['Check'] },
    ])
    expect(body.hours?.['1']).toEqual([['09:00', '17:00']])
    expect(Object.keys(body.hours ?? {})).toEqual(['1', '2', '3', '4', '5'])
    const [gateway] = body.gateways
    expect(gateway).toMatchObject({ id: 'again', name: 'Complete?', isInclusive: false })
    expect(gateway?.flows.map(({ id, target, share }) => [id, target, Math.round(share / 10)])).toEqual([
      ['repeat', 'Check', 2],
      ['done', 'end', 8],
    ])
    expect(body.notes).toEqual([])
  })

  it('counts people by their tasks in running instances, too', async () => {
    const running = runtime.newId()
    await admin.query(
      `insert into history_task (workplace_id, instance_id, id, root_id, element_id, execution_id, definition_id, task_key, priority, created_at, ended_at, reason, ended_by, candidate_groups)
        select $1, $2, uuidv7(), $2, $2, $2, $3, 'check', 50, $4, $4, 'completed', 'ada', '{clerks}' from generate_series(1, 2000)`,
      [workplaceId, running, order.id, new Date(clock().getTime() - 24 * 3_600_000).toISOString()],
    )
    const { body } = await operator.call(simulationCalls.basis, { params: { id: order.id }, query: { days: 120 } })
    await admin.query('delete from history_task where instance_id = $1', [running])
    // One of the two does more of the tasks.
    expect(body.roles[0]?.people).toBeCloseTo(2, 0)
  })

  it('says what is missing without history', async () => {
    const { body } = await operator.call(simulationCalls.basis, { params: { id: unused.id }, query: {} })
    expect(body).toMatchObject({ started: 0, measured: 0, perWeek: 0, hours: null, duration: { mean: null } })
    expect(body.notes).toEqual([{ elementId: 'wait', name: 'Wait', problem: 'no-history' }])
    const { status, error } = await start(operator, {}, unused.id)
    expect([status, error.code]).toEqual([422, 'simulation.no-history'])
    expect(error.message).toContain('ended in the last 120 days')
  })

  it('is for operators of the workplace', async () => {
    const params = { id: order.id }
    expect((await user.call(simulationCalls.basis, { params, query: {} })).status).toBe(403)
    expect((await elsewhere.call(simulationCalls.basis, { params, query: {} })).status).toBe(404)
    expect((await elsewhere.call(simulationCalls.list, { params })).status).toBe(404)
    expect((await start(user)).status).toBe(403)
    expect((await start(elsewhere)).status).toBe(404)
    expect((await start(operator, {}, 'x')).status).toBe(404)
    expect((await start(operator, { runs: 1 })).status).toBe(400)
  })
})

describe('a simulation', () => {
  it('shows what more people change, and predicts the last days', async () => {
    const { id } = (await start(operator, { roles: staffing(2, 3), runs: 10 })).body
    expect(await look(id)).toMatchObject({ state: 'waiting', doneRuns: 0, runs: 10, result: null })
    expect(await work(3)).toEqual(['done', 'done', 'done'])
    expect(await look(id)).toMatchObject({ state: 'running', doneRuns: 2 })
    expect(await work(12)).toHaveLength(9)
    const { state, result } = await look(id)
    expect(state).toBe('done')
    const [clerks] = result?.roles ?? []
    expect(clerks?.name).toBe('clerks')
    // 5 an hour, 1.25 checks each, 15 minutes, by two people.
    expect(clerks?.measures.utilisation.before?.mean).toBeCloseTo(0.78, 1)
    expect(clerks?.measures.utilisation.after?.mean).toBeCloseTo(0.52, 1)
    const { waitMean } = clerks?.measures ?? {}
    expect(waitMean?.difference?.mean).toBeLessThan(0)
    expect((waitMean?.difference?.mean ?? 0) + (waitMean?.difference?.half ?? 0)).toBeLessThan(0)
    // The same people work on the same tasks: nobody is paid more.
    expect(result?.measures.costPerWeek.before?.mean).toBeGreaterThan(1_500)
    expect(result?.measures.durationMean.after?.mean).toBeLessThan(result?.measures.durationMean.before?.mean ?? 0)
    const check = result?.check
    for (const measure of ['started', 'ended'] as const) {
      const { predicted, actual } = check?.measures[measure] ?? {}
      expect((predicted ?? 0) / (actual ?? 1)).toBeGreaterThan(0.85)
      expect((predicted ?? 0) / (actual ?? 1)).toBeLessThan(1.15)
    }
    const { predicted, actual } = check?.measures.durationMedian ?? {}
    expect((predicted ?? 0) / (actual ?? 1)).toBeGreaterThan(0.5)
    expect((predicted ?? 0) / (actual ?? 1)).toBeLessThan(2)
    expect(check?.elements.map(({ name }) => name)).toEqual(['Check'])
    expect((await admin.query('select from job where id = $1', [id])).rowCount).toBe(0)
    expect((await admin.query('select from simulation_run')).rowCount).toBe(0)
    const { items } = (await operator.call(simulationCalls.list, { params: { id: order.id } })).body
    expect(items.map((one) => [one.id, one.name, one.state])).toEqual([[id, 'One more', 'done']])
  })

  it('shows what other arrivals, routes and hours change', async () => {
    const { id } = (
      await start(operator, {
        ...{ arrivals: 50, runs: 2, weeks: 2, roles: staffing(2, 2, 'always') },
        flows: [
          { id: 'repeat', share: 0 },
          { id: 'done', share: 100 },
        ],
      })
    ).body
    await work(4)
    const { measures, elements } = (await look(id)).result ?? {}
    const ratio = (of: { before: { mean: number } | null; after: { mean: number } | null } | undefined) =>
      (of?.after?.mean ?? 0) / (of?.before?.mean ?? 1)
    expect(ratio(measures?.startedPerWeek)).toBeCloseTo(0.5, 1)
    // Half the orders, and no second check.
    expect(ratio(elements?.[0]?.measures.countPerWeek)).toBeCloseTo(0.4, 1)
    expect(ratio(measures?.durationMean)).toBeLessThan(0.9)
  })

  it.each([
    { input: { roles: staffing(2, 2, 'calendar:Gone') }, unknown: 'Gone' },
    { input: { roles: staffing(2, 2).map((role) => ({ ...role, id: 'group:gone' })) }, unknown: 'group:gone' },
    { input: { flows: [{ id: 'gone', share: 10 }] }, unknown: 'gone' },
  ])('fails for a change of $unknown, which does not exist', async ({ input, unknown }) => {
    const { id } = (await start(operator, input)).body
    expect(await work(1)).toEqual(['failed'])
    const { state, message } = await look(id)
    expect([state, message]).toEqual(['failed', expect.stringContaining(`“${unknown}”`)])
    expect((await admin.query('select from job where id = $1', [id])).rowCount).toBe(0)
  })

  it('is cancelled between two runs, and deleted', async () => {
    const { id } = (await start(operator)).body
    await work(2)
    expect((await look(id)).state).toBe('running')
    for (const client of [user, elsewhere])
      expect((await client.call(simulationCalls.cancel, { params: { id } })).status).toBe(client === user ? 403 : 404)
    expect((await operator.call(simulationCalls.cancel, { params: { id } })).status).toBe(204)
    expect(await work(1)).toEqual([])
    expect(await look(id)).toMatchObject({ state: 'cancelled', result: null })
    expect((await operator.call(simulationCalls.delete, { params: { id } })).status).toBe(204)
    expect((await operator.call(simulationCalls.get, { params: { id } })).status).toBe(404)
  })
})
