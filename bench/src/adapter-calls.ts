import { once } from 'node:events'
import http from 'node:http'
import { Worker } from 'node:worker_threads'
import { adapterSettings, connectionSettings } from '@millrace/contract'
import pg from 'pg'
import { createPropertySeal } from '../../apps/server/src/platform/auth/property-seal.ts'
import { readAllowedAddresses } from '../../apps/server/src/platform/outgoing/addresses.ts'
import { createDatabaseClient } from '../../apps/server/src/platform/outgoing/database-client.ts'
import { createFolderClient } from '../../apps/server/src/platform/outgoing/folder-client.ts'
import { createOutgoingClient } from '../../apps/server/src/platform/outgoing/http-client.ts'
import type { Adapter } from '../../apps/server/src/runtime/look-ups/adapter.ts'
import { createLookUps, type LookUps } from '../../apps/server/src/runtime/look-ups/look-ups.ts'
import { createWorkplace } from '../../apps/server/src/testing/factories.ts'
import type { Bench, BenchContext } from './bench.ts'
import { compare, median, perSecond, ratio } from './measure.ts'

/** Calls at the same time: as many as one host gets by default. */
const width = 8
/** Milliseconds of one measurement, and the number of rounds. */
const ms = Number(process.env.ADAPTER_CALLS_MS ?? 1000)
const rounds = Number(process.env.ADAPTER_CALLS_ROUNDS ?? 5)

const statement = "select 'LIS' as code, 'Lisbon' as city, 575739 as people where $1::text is not null"

/**
 * Measures the cost of calls by adapters, compared with the same calls by hand. Adapters also write the log of calls,
 * keep limits, hide secrets, check addresses, and open a connection for each call.
 */
export const adapterCallsBench: Bench = {
  name: 'adapter-calls',
  says: `calls per second of a REST and of an SQL adapter, and of the same calls by hand, ${width} at a time, to a service and a PostgreSQL of this machine`,
  run: async (context) => {
    const server = new Worker(new URL('./answer-server.ts', import.meta.url))
    const [port] = (await once(server, 'message')) as [number]
    const place = new URL(context.url)
    const { lookUps, rest, sql } = await open(context, port, place)
    const database = { host: place.hostname, port: Number(place.port), database: place.pathname.slice(1) }
    const signIn = { user: place.username, password: decodeURIComponent(place.password) }
    const pool = new pg.Pool({ ...database, ...signIn, max: width })
    const agent = new http.Agent({ keepAlive: true, maxSockets: width })
    const address = `http://127.0.0.1:${port}/towns?q=LIS`
    const ways = {
      'REST adapter': () => callAdapter(lookUps, rest),
      'REST by hand': () => callByHand(address, false),
      'REST by hand, connections kept': () => callByHand(address, agent),
      'SQL adapter': () => callAdapter(lookUps, sql),
      'SQL by hand': () => askByHand({ ...database, ...signIn }),
      'SQL by hand, connections kept': async () => void (await pool.query(statement, ['LIS'])),
    }
    try {
      const measured = Object.entries(ways).map(([name, call]) => [name, () => perSecond(width, ms, call)] as const)
      const results = await compare(Object.fromEntries(measured), rounds)
      for (const [name, values] of Object.entries(results))
        console.log(`  ${name.padEnd(30)} ${median(values).toFixed(0).padStart(6)} calls/s`)
      for (const kind of ['REST', 'SQL']) {
        const to = (other: string) => ratio(results, `${kind} adapter`, `${kind} ${other}`).toFixed(2)
        console.log(
          `  ${kind} adapter to by hand: ${to('by hand')}; with connections kept: ${to('by hand, connections kept')}`,
        )
      }
      await lookUps.flushLog()
    } finally {
      agent.destroy()
      await pool.end()
      await server.terminate()
    }
  },
}

/** Creates the adapters, with connections whose calls are logged. */
async function open({ runtime }: BenchContext, port: number, place: URL) {
  const { db, clock, secret, budgets, newId } = runtime
  const workplaceId = await createWorkplace(db, { reference: 'bench-adapters' })
  const allowed = readAllowedAddresses('127.0.0.1')
  if (allowed === null) throw new Error('Expected an address.')
  const none = () => Promise.reject(new Error('Expected no other system in a benchmark.'))
  const topics = { check: none, send: none, open: none }
  const lookUps = createLookUps({
    ...{ db, clock, secret, budgets },
    outgoing: createOutgoingClient({ allowed }),
    databases: createDatabaseClient({ allowed }),
    folders: createFolderClient({ roots: [] }),
    remoteFolders: { check: none, open: none },
    mailboxes: { check: none, open: none },
    brokers: { check: none, send: none, open: none, topics },
    readBook: none,
  })
  const create = async (kind: 'rest' | 'sql', connection: object, settings: object): Promise<Adapter> => {
    const connectionId = newId()
    const parsed = connectionSettings.parse(connection)
    await writeConnection(runtime, workplaceId, { id: connectionId, kind: parsed.kind, settings: parsed })
    const password = kind === 'sql' ? createPropertySeal(secret).close(decodeURIComponent(place.password)) : null
    return {
      ...{ workplaceId, id: newId(), key: kind, name: kind, kind, revision: '1', disabled: null, environment: null },
      ...{ connectionId, connectionRevision: 1, sealed: password, otherSealed: null },
      connection: parsed,
      settings: adapterSettings.parse({ ...settings, kind }),
    }
  }
  const columns = [{ key: 'code', path: 'code' }]
  const rest = await create(
    'rest',
    { kind: 'rest', baseUrl: `http://127.0.0.1:${port}`, signIn: 'none' },
    { path: '/towns', query: [{ name: 'q', value: '{q}' }], rows: 'items', columns },
  )
  const sql = await create(
    'sql',
    {
      ...{ kind: 'database', vendor: 'postgresql', host: place.hostname, port: Number(place.port), tls: 'off' },
      ...{ database: place.pathname.slice(1), username: place.username },
    },
    { statement: statement.replace('$1', ':q') },
  )
  return { lookUps, rest, sql }
}

/** The log of calls belongs to a connection of a system. */
async function writeConnection(
  { db, newId }: BenchContext['runtime'],
  workplaceId: string,
  { id, kind, settings }: { readonly id: string; readonly kind: string; readonly settings: object },
): Promise<void> {
  const systemId = newId()
  await db.withTransaction({ workplaceId, userId: null, cause: 'bench' }, (tx) =>
    tx.commit([
      {
        name: 'bench_system',
        text: 'insert into external_system (workplace_id, id, name, created_at, updated_at) values ($1, $2, $3, now(), now())',
        values: [workplaceId, systemId, id],
      },
      {
        name: 'bench_connection',
        text: `insert into external_connection (workplace_id, id, system_id, kind, name, settings, created_at, updated_at)
          values ($1, $2, $3, $4, $4, $5, now(), now())`,
        values: [workplaceId, id, systemId, kind, JSON.stringify(settings)],
      },
    ]),
  )
}

async function callAdapter(lookUps: LookUps, adapter: Adapter): Promise<void> {
  const call = { parameters: { q: 'LIS' }, idempotencyKey: null, secrets: [], origin: 'process' } as const
  const { rows } = (await lookUps.call(adapter, call)) as { readonly rows?: readonly unknown[] }
  if (rows?.length !== 1) throw new Error(`Expected one row, but the answer has ${rows?.length}.`)
}

async function callByHand(address: string, agent: http.Agent | false): Promise<void> {
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get(address, { agent }, resolve).on('error', reject)
  })
  let text = ''
  for await (const part of response.setEncoding('utf8')) text += part
  if (JSON.parse(text).items.length !== 1) throw new Error('Expected one row.')
}

async function askByHand(options: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(options)
  await client.connect()
  try {
    const { rows } = await client.query(statement, ['LIS'])
    if (rows.length !== 1) throw new Error('Expected one row.')
  } finally {
    await client.end()
  }
}
