import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { roles } from '@millrace/contract'
import type { Signals } from '../../apps/server/src/platform/db/signals.ts'
import { createApiToken, createUser, createWorkplace } from '../../apps/server/src/testing/factories.ts'
import type { Bench } from './bench.ts'
import { createProduct } from './create-product.ts'
import { createHandMade } from './hand-made.ts'
import { median, percentile, perSecond } from './measure.ts'
import { type RestPeer, readOptions } from './options.ts'
import { type ProcessorTime, timeOfPostgres, timeOfProcess } from './processor-time.ts'
import type { RestLoad, RestLoadResult } from './rest-load.ts'
import { twoTasks } from './two-tasks-model.ts'

const width = 16
const ms = 5000
const rounds = 3

/** Nobody else is to be told of anything. */
const silent: Signals = { send: () => {}, subscribe: () => () => {}, follow: () => () => {}, close: async () => {} }

export const httpBench: Bench = {
  name: 'http',
  says: 'two user tasks over the REST API, 16 at a time, as a ratio to hand-made SQL on the same database, with processor time; with --peer also of a running peer',
  run: async ({ runtime, adminUrl }) => {
    const workplaceId = await createWorkplace(runtime.db, { reference: 'bench-rest' })
    const user = await createUser(runtime.db, { workplaceId, username: 'ann', roles: [...roles] })
    const app = await createProduct(runtime, silent)
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    const token = await createApiToken(runtime.db, user)
    const product: Server = {
      name: 'Millrace',
      url: `${origin}/engine-rest`,
      headers: { authorization: `Bearer ${token}` },
      pid: process.pid,
      server: timeOfProcess(process.pid),
      postgres: await timeOfPostgres(adminUrl),
    }
    const { peer } = readOptions(process.argv.slice(2))
    const servers = [product, ...(peer === null ? [] : [await describePeer(peer)])]
    try {
      const definitionId = await deploy(product)
      for (const server of servers.slice(1)) await deploy(server)
      const { run: hand } = createHandMade(runtime.db.pool, workplaceId, definitionId, runtime.newId)
      const results = servers.map(() => [] as Measured[])
      for (let round = 0; round < rounds; round++) {
        const floor = await perSecond(width, ms, hand)
        for (const [index, server] of servers.entries()) results[index]?.push(await measure(server, floor))
      }
      print(servers, results)
    } finally {
      await app.close()
    }
  },
}

interface Server extends Pick<RestLoad, 'url' | 'headers'> {
  readonly name: string
  /** Null where its process is not known. */
  readonly pid: number | null
  readonly server: ProcessorTime | null
  readonly postgres: ProcessorTime | null
}

async function describePeer({ url, user, pid, database }: RestPeer): Promise<Server> {
  return {
    name: new URL(url).host,
    url,
    headers: user === null ? {} : { authorization: `Basic ${Buffer.from(user).toString('base64')}` },
    pid,
    server: pid === null ? null : timeOfProcess(pid),
    postgres: database === null ? null : await timeOfPostgres(database),
  }
}

/** @returns the id of the process definition. */
async function deploy({ url, headers }: Server): Promise<string> {
  const form = new FormData()
  form.set('deployment-name', 'bench')
  form.set(
    'two-tasks.bpmn',
    new Blob([twoTasks.replace('<process ', '<process camunda:historyTimeToLive="P1D" ')]),
    'two-tasks.bpmn',
  )
  const deployed = await fetch(`${url}/deployment/create`, { method: 'POST', headers, body: form })
  if (!deployed.ok) throw new Error(`Expected ${url} to deploy the model, but: ${await deployed.text()}`)
  const { deployedProcessDefinitions } = (await deployed.json()) as { deployedProcessDefinitions: object }
  return Object.keys(deployedProcessDefinitions)[0] ?? ''
}

interface Measured {
  readonly ofFloor: number
  readonly completes: readonly number[]
  /** Processor time of an instance, in ms; NaN where it is not measured. */
  readonly server: number
  readonly postgres: number
  /** In MB. */
  readonly memory: number
}

async function measure({ url, headers, pid, server, postgres }: Server, floor: number): Promise<Measured> {
  const read = () => [server?.read() ?? Number.NaN, postgres?.read() ?? Number.NaN] as const
  const before = read()
  const { perSecond: rate, instances, completes } = await load({ url, headers, processKey: 'twoTasks', width, ms })
  const after = read()
  return {
    ofFloor: rate / floor,
    completes,
    server: (after[0] - before[0]) / instances,
    postgres: (after[1] - before[1]) / instances,
    memory: pid === null ? Number.NaN : memoryOf(pid),
  }
}

function load(order: RestLoad): Promise<RestLoadResult> {
  const clients = fork(new URL('./rest-load.ts', import.meta.url))
  return new Promise<RestLoadResult>((resolve, reject) => {
    clients.once('message', (result) => resolve(result as RestLoadResult))
    clients.once('exit', (code) => reject(new Error(`Expected the clients to answer, but they ended with ${code}.`)))
    clients.send(order)
  }).finally(() => clients.kill())
}

/** The resident memory of a process, in MB. */
function memoryOf(pid: number): number {
  const [, kB] = /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kB) / 1024
}

function print(servers: readonly Server[], results: readonly (readonly Measured[])[]): void {
  console.log('  | | of the floor | complete p50 / p99 in ms | server / PostgreSQL ms per instance | memory in MB |')
  console.log('  |---|---|---|---|---|')
  for (const [index, { name }] of servers.entries()) {
    const own = results[index] ?? []
    const of = (read: (one: Measured) => number, digits: number) => {
      const value = median(own.map(read))
      return Number.isNaN(value) ? '–' : value.toFixed(digits)
    }
    const times = own.flatMap(({ completes }) => completes)
    const latency = `${percentile(times, 0.5).toFixed(0)} / ${percentile(times, 0.99).toFixed(0)}`
    const cells = [
      name,
      of(({ ofFloor }) => ofFloor, 3),
      latency,
      `${of(({ server }) => server, 2)} / ${of(({ postgres }) => postgres, 2)}`,
      of(({ memory }) => memory, 0),
    ]
    console.log(`  | ${cells.join(' | ')} |`)
  }
}
