import type { FastifyInstance } from 'fastify'
import { runClaimedJob } from '../../jobs/run-job.ts'
import { claimAll } from '../../jobs/testing/claim-all.ts'
import type { Services } from '../../jobs/work/services.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { multipart } from '../../runtime/testing/multipart.ts'
import type { FakeClock } from '../fake-clock.ts'
import { waitingProcesses } from './waiting-processes.ts'

export interface Installation {
  readonly app: FastifyInstance
  readonly runtime: Runtime
  readonly clock: FakeClock
  /** The authorization of a user with the right to the whole API. */
  readonly authorization: string
}

/** The result of each instance, by its business key: its state, elements with their counts, and variables. */
export type Outcome = Readonly<Record<string, { state: string; elements: string[]; variables: string[] }>>

/** Starts an instance of each process, and stops in the middle: with incomplete loops and joins, and failed jobs. */
export async function startInstances(on: Installation): Promise<void> {
  const rest = createRest(on)
  const files = Object.entries(waitingProcesses).map(([key, content]) => ({ name: `${key}.bpmn`, content }))
  const form = multipart(files, { 'deployment-name': 'waiting' })
  const { app, authorization } = on
  const headers = { authorization, ...form.headers }
  const deployed = await app.inject({
    method: 'POST',
    url: '/engine-rest/deployment/create',
    headers,
    payload: form.payload,
  })
  if (deployed.statusCode !== 200) throw new Error(deployed.body)
  const variables = {
    names: { value: '["a","b","c"]', type: 'Json' },
    amount: { value: 12.5, type: 'Double' },
    count: { value: 7, type: 'Long' },
    day: { value: '2026-03-29T00:00:00.000+0000', type: 'Date' },
    note: { value: 'ü'.repeat(5000), type: 'String' },
    empty: { value: null, type: 'Null' },
    settled: { value: false, type: 'Boolean' },
  }
  const ids = new Map<string, string>()
  const start = async (key: string) => {
    const { id } = await rest('POST', `/process-definition/key/${key}/start`, { businessKey: key, variables })
    ids.set(key, id)
  }
  for (const key of Object.keys(waitingProcesses)) if (key !== 'queued') await start(key)
  for (const key of ['parallelMany', 'inTurn', 'joins']) {
    const [task] = await rest('GET', `/task?processInstanceId=${ids.get(key)}`)
    await rest('POST', `/task/${task.id}/complete`, {})
  }
  for (let round = 0; round < 4; round++) await runDueJobs(on, { minutes: 10 })
  await start('queued')
  await rest('PUT', `/process-instance/${ids.get('timers')}/suspended`, { suspended: true })
  await rest('POST', '/task/create', { name: 'alone' })
}

/** Completes the waiting steps of all open instances, always in the same order, until no instance is open. */
export async function goOn(on: Installation): Promise<Outcome> {
  const rest = createRest(on)
  const roots = (await rest('GET', '/history/process-instance?rootProcessInstances=true')) as {
    id: string
    businessKey: string
  }[]
  for (let round = 1; (await rest('GET', '/process-instance/count')).count > 0; round++) {
    if (round > 20) throw new Error(`Expected all to end: ${JSON.stringify(await rest('GET', '/process-instance'))}`)
    await takeRound(on, rest, round)
  }
  const outcome: Record<string, Outcome[string]> = {}
  for (const { id, businessKey } of roots) {
    const [{ state }] = await rest('GET', `/history/process-instance?processInstanceId=${id}`)
    const elements = await rest('GET', `/history/activity-instance?processInstanceId=${id}`)
    const variables = await rest('GET', `/history/variable-instance?processInstanceId=${id}`)
    outcome[businessKey] = {
      state,
      elements: count(
        elements.map(
          (one: { activityId: string; canceled: boolean }) => `${one.activityId}${one.canceled ? ' canceled' : ''}`,
        ),
      ),
      variables: variables
        .map(
          (one: { name: string; type: string; value: unknown }) =>
            `${one.name} ${one.type} ${JSON.stringify(one.value).slice(0, 60)}`,
        )
        .sort(),
    }
  }
  return outcome
}

type Rest = ReturnType<typeof createRest>

async function takeRound(on: Installation, rest: Rest, round: number): Promise<void> {
  const variables = { round: { value: round, type: 'Integer' } }
  for (const { id, suspended, businessKey } of await rest(
    'GET',
    '/process-instance?sortBy=businessKey&sortOrder=asc',
  )) {
    if (suspended) await rest('PUT', `/process-instance/${id}/suspended`, { suspended: false })
    if (round === 2 && ['signals', 'failing'].includes(businessKey))
      await rest('POST', `/process-instance/${id}/variables`, {
        modifications: { settled: { value: true, type: 'Boolean' }, repaired: { value: true, type: 'Boolean' } },
      })
  }
  if (round > 2)
    for (const { id } of await rest('GET', '/job?noRetriesLeft=true'))
      await rest('PUT', `/job/${id}/retries`, { retries: 1 })
  await runDueJobs(on, { hours: 1 })
  for (const { id } of await rest('POST', '/external-task/fetchAndLock', {
    workerId: 'w',
    maxTasks: 10,
    topics: [{ topicName: 'outside', lockDuration: 60_000 }],
  }))
    await rest('POST', `/external-task/${id}/complete`, { workerId: 'w', variables })
  for (const messageName of ['paid', 'cancelled'])
    for (const { processInstanceId } of await rest(
      'GET',
      `/event-subscription?eventType=message&eventName=${messageName}`,
    ))
      await rest('POST', '/message', { messageName, processInstanceId })
  if (round === 1) await rest('POST', '/signal', { name: 'go' })
  for (const { id, processInstanceId } of await rest('GET', '/task?sortBy=created&sortOrder=asc'))
    if (processInstanceId !== null) await rest('POST', `/task/${id}/complete`, { variables })
}

/** Moves the clock on, and runs what is due then. */
async function runDueJobs({ runtime, clock }: Installation, time: Parameters<FakeClock['advance']>[0]): Promise<void> {
  clock.advance(time)
  const services = {} as Services
  for (const job of await claimAll(runtime.db, clock()))
    await runClaimedJob({ runtime: { ...runtime, isForJobs: true }, services }, job)
}

function count(names: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, times]) => `${name} ${times}`).sort()
}

function createRest({ app, authorization }: Installation) {
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any call.
  return async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object): Promise<any> => {
    const headers = { authorization }
    const response = await app.inject({ method, url: `/engine-rest${url}`, headers, ...(payload && { payload }) })
    if (response.statusCode >= 300) throw new Error(`${method} ${url}: ${response.body}`)
    return response.body === '' ? null : response.json()
  }
}
