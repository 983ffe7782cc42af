import { randomUUID } from 'node:crypto'
import type { ListDescription, ListQuery } from '@millrace/contract'
import { readSort } from '@millrace/contract/list-state'
import pg from 'pg'
import type { Request } from '../../apps/server/src/platform/auth/request.ts'
import { countList, readPage } from '../../apps/server/src/platform/list/read-list.ts'
import type { ListSource } from '../../apps/server/src/platform/list/source.ts'
import { testRequest } from '../../apps/server/src/testing/test-request.ts'
import type { BenchContext } from './bench.ts'
import { median } from './measure.ts'

/** What a list is measured with: the same of few and of many, a fifth of each is for a user in 20 groups. */
const sizes = { small: 5_000, large: 1_000_000 } as const

/** The users who read the lists, each in a separate workplace. */
export interface Readers {
  readonly small: Request
  readonly large: Request
}

/** The goal of a measurement: the maximum milliseconds, and the maximum ratio to the time with few rows. */
export interface Goal {
  readonly ms: number
  readonly ratio?: number
}

/** The goal of the first page of a list. */
export const pageGoal: Goal = { ms: 50, ratio: 3 }
export const countGoal: Goal = { ms: 100 }

export function createReaders(): Readers {
  return { small: createReader(), large: createReader() }
}

function createReader(): Request {
  const groups = Array.from({ length: 20 }, (_, n) => `g${n}`)
  return testRequest({ id: randomUUID(), username: 'ann', workplaceId: randomUUID(), roles: ['RoleUser'], groups })
}

export type Fill = (admin: pg.Client, request: Request, count: number) => Promise<unknown>

/** Calls a function with a superuser of the database, without triggers and foreign keys; then analyses all tables. */
export async function withAdmin(
  { adminUrl, runtime }: BenchContext,
  run: (admin: pg.Client) => Promise<void>,
): Promise<void> {
  const { rows } = await runtime.db.pool.query<{ database: string }>('select current_database() as database')
  const url = new URL(adminUrl)
  url.pathname = rows[0]?.database ?? ''
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  try {
    await admin.query('set session_replication_role = replica; set synchronous_commit = off')
    await run(admin)
    await admin.query('vacuum analyze')
  } finally {
    await admin.end()
  }
}

/** Inserts the rows of `fill` into the tables of each workplace, without triggers and foreign keys. */
export async function fillFor(context: BenchContext, readers: Readers, fill: Fill): Promise<void> {
  await withAdmin(context, async (admin) => {
    for (const size of ['small', 'large'] as const) {
      await admin.query(startOf(readers[size]))
      await fill(admin, readers[size], sizes[size])
    }
  })
}

/** Returns the SQL of the id of the nth object of a kind. */
export function idOf(space: number, n: string): string {
  return `('${String(space).padStart(8, '0')}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
}

/** Returns the SQL of the process of the nth object. There are 40 processes with three versions each. */
export const definitionOf = (n: string) => idOf(1, `(${n} / 100) % 120`)

/** Returns the SQL that creates a workplace with 120 definitions. */
export function startOf({ workplaceId }: Request): string {
  return `insert into workplace (workplace_id, reference, name) values ('${workplaceId}', 'bench-${workplaceId}', 'Bench');
    insert into process_definition (workplace_id, id, key, version, name, deployment_id, resource_name, is_suspended, is_startable, has_none_start)
      select '${workplaceId}', ${idOf(1, 'n')}, 'process-' || n / 3, n % 3 + 1, 'Process ' || n / 3, ${idOf(1, 'n')}, 'p.bpmn', false, true, true from generate_series(0, 119) n`
}

/** Returns a query of a list. */
export function ask(more: Partial<ListQuery> = {}): ListQuery {
  return { q: '', sort: [], filters: [], ...more }
}

export const is = (name: string, ...values: string[]) => ask({ filters: [{ name, operator: 'is', values }] })
export const begins = (name: string, value: string) => ask({ filters: [{ name, operator: 'begins', values: [value] }] })
export const sorted = (list: ListDescription, sort: string) => ask({ sort: readSort(list, sort) ?? [] })
export const between = (name: string, from: string, before: string) =>
  ask({
    filters: [
      { name, operator: 'from', values: [from] },
      { name, operator: 'before', values: [before] },
    ],
  })

// biome-ignore lint/suspicious/noExplicitAny: of whatever list.
type AnySource = ListSource<any, any, any>
type Read = (request: Request) => Promise<unknown>

/** Creates the report that measures reads among few and many rows in turns, and prints each beside its goal. */
export function createReport({ db }: BenchContext['runtime'], readers: Readers) {
  const missed: string[] = []
  let measured = 0
  const measure = async (name: string, goal: Goal, read: Read) => {
    const times = await timesOf(readers, read)
    const [small, large] = [median(times.small), median(times.large)]
    const ratio = large / small
    const isMet = large <= goal.ms && ratio <= (goal.ratio ?? Number.POSITIVE_INFINITY)
    measured++
    if (!isMet) missed.push(name)
    const wanted = goal.ratio === undefined ? '   ' : ` (${goal.ratio})`.padEnd(4)
    console.log(
      `  ${name.padEnd(52)} ${large.toFixed(1).padStart(7)} ms (${goal.ms})`.padEnd(73) +
        `${ratio.toFixed(2).padStart(6)} times${wanted}${isMet ? '' : '  missed'}`,
    )
  }
  return {
    measure,
    /** The first page, and the count that a page asks for beside it unless it is about the order alone. */
    list: async (name: string, source: AnySource, query: ListQuery) => {
      await measure(name, pageGoal, (request) => readPage(db, request, { source, query: { size: 50, ...query } }))
      if (query.sort.length === 0)
        await measure(`${name}, count`, countGoal, (request) => countList(db, request, { source, query }))
    },
    end: () =>
      console.log(
        `  ${measured - missed.length} of ${measured} within the goal${missed.length === 0 ? '' : `, not: ${missed.join('; ')}`}`,
      ),
  }
}

const rounds = 21

async function timesOf(readers: Readers, read: Read): Promise<Record<keyof Readers, number[]>> {
  const times = { small: [] as number[], large: [] as number[] }
  for (let round = -3; round < rounds; round++)
    for (const size of ['small', 'large'] as const) {
      const began = performance.now()
      await read(readers[size])
      if (round >= 0) times[size].push(performance.now() - began)
    }
  return times
}
