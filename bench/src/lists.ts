import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { ListQuery, SetFilter } from '@millrace/contract'
import { readSort } from '@millrace/contract/list-state'
import pg from 'pg'
import type { Request } from '../../apps/server/src/platform/auth/request.ts'
import type { Database } from '../../apps/server/src/platform/db/database.ts'
import { testRequest } from '../../apps/server/src/testing/test-request.ts'
import type { Bench, BenchContext } from './bench.ts'
import { type GeneratedList, generateList } from './generated-list.ts'
import { median } from './measure.ts'

const large = 100_000
const rounds = 100

export const listsBench: Bench = {
  name: 'lists',
  says: 'pages of a generated list with 100,000 rows against the same with 100, and files of all of them',
  run: async (context) => {
    const generated = await generateList()
    try {
      await measureList(context, generated)
    } finally {
      generated.remove()
    }
  },
}

async function measureList(context: BenchContext, generated: GeneratedList): Promise<void> {
  const { db } = context.runtime
  const {
    source,
    read: { readPage, countList },
  } = generated
  const { list } = source
  const readers = { small: createReader(), large: createReader() }
  await fill(context, generated, readers)
  const asked: Readonly<Record<string, ListQuery & { after?: string }>> = {
    'first page': ask(),
    'by name, descending': ask({ sort: readSort(list, '-name') ?? [] }),
    'by time': ask({ sort: readSort(list, 'created') ?? [] }),
    'newest first, then by name': ask({ sort: readSort(list, '-created,name') ?? [] }),
    'name begins': ask({ filters: [begins('centre')] }),
    'made from': ask({ filters: [{ name: 'created', operator: 'from', values: ['2030-01-01T00:30:00Z'] }] }),
  }
  for (const [name, query] of Object.entries(asked)) {
    const times = await measure({
      small: () => readPage(db, readers.small, { source, query: { size: 50, ...query } }),
      large: () => readPage(db, readers.large, { source, query: { size: 50, ...query } }),
    })
    console.log(`  ${name.padEnd(36)} ${(times.large / times.small).toFixed(2)} times that of 100 rows`)
  }
  const deep = await findDeepPage(db, readers.large, generated)
  const page = await measure({
    first: () => readPage(db, readers.large, { source, query: { size: 50, ...ask() } }),
    deep: () => readPage(db, readers.large, { source, query: { size: 50, ...ask(), after: deep } }),
  })
  console.log(`  ${'page behind 90,000 rows'.padEnd(36)} ${(page.deep / page.first).toFixed(2)} times the first page`)
  const counted = await measure({
    page: () => readPage(db, readers.large, { source, query: { size: 50, ...ask() } }),
    count: () => countList(db, readers.large, { source, query: ask() }),
  })
  console.log(
    `  ${'count, up to 10,000'.padEnd(36)} ${(counted.count / counted.page).toFixed(2)} times the first page, asked beside it`,
  )
  for (const format of ['csv', 'xlsx'] as const) await measureExport(db, readers.large, { generated, format })
  await measureExport(db, readers.large, { generated, format: 'csv', filters: [begins('centre 1')] })
}

function begins(text: string): SetFilter {
  return { name: 'name', operator: 'begins', values: [text] }
}

function ask(more: Partial<ListQuery> = {}): ListQuery {
  return { q: '', sort: [], filters: [], ...more }
}

function createReader(): Request {
  return testRequest({ username: 'ann', workplaceId: randomUUID() })
}

async function fill(
  { adminUrl, runtime }: BenchContext,
  { migration }: GeneratedList,
  readers: { small: Request; large: Request },
): Promise<void> {
  const { rows } = await runtime.db.pool.query<{ database: string; role: string }>(
    'select current_database() as database, current_user as role',
  )
  const url = new URL(adminUrl)
  url.pathname = rows[0]?.database ?? ''
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  try {
    const role = admin.escapeIdentifier(rows[0]?.role ?? '')
    await admin.query(`set role ${role}; ${migration}; select millrace_protect_tables(); reset role`)
    for (const [{ workplaceId }, count] of [
      [readers.small, 100],
      [readers.large, large],
    ] as const) {
      await admin.query('insert into workplace (workplace_id, reference, name) values ($1, $2, $2)', [
        workplaceId,
        `bench-${count}`,
      ])
      await admin.query(
        `insert into cost_centre (workplace_id, id, name, description, created_at, created_by, updated_at, updated_by)
         select $1, gen_random_uuid(), 'Centre ' || n, '', '2030-01-01'::timestamptz + n * interval '1 minute', 'ann', '2030-01-01', 'ann' from generate_series(1, $2::int) n`,
        [workplaceId, count],
      )
    }
    await admin.query('vacuum analyze cost_centre')
  } finally {
    await admin.end()
  }
}

/** Medians of ways taken in turns, in ms. */
async function measure<Way extends string>(
  ways: Readonly<Record<Way, () => Promise<unknown>>>,
): Promise<Record<Way, number>> {
  const names = Object.keys(ways) as Way[]
  const times = new Map<Way, number[]>(names.map((name) => [name, []]))
  for (let round = -5; round < rounds; round++)
    for (const name of names) {
      const began = performance.now()
      await ways[name]()
      if (round >= 0) times.get(name)?.push(performance.now() - began)
    }
  return Object.fromEntries(names.map((name) => [name, median(times.get(name) ?? [])])) as Record<Way, number>
}

async function findDeepPage(db: Database, request: Request, { source, read }: GeneratedList): Promise<string> {
  let after: string | undefined
  for (let seen = 0; seen < 90_000; seen += 1_000) {
    const query = { size: 1_000, ...ask(), ...(after === undefined ? {} : { after }) }
    after = (await read.readPage(db, request, { source, query })).next ?? undefined
  }
  return after ?? ''
}

interface FileOptions {
  readonly generated: GeneratedList
  readonly format: 'csv' | 'xlsx'
  readonly filters?: readonly SetFilter[]
}

/** How fast a whole file is written, and whether memory grows with it: the most in its last fifth against its first. */
async function measureExport(
  db: Database,
  request: Request,
  { generated, format, filters = [] }: FileOptions,
): Promise<void> {
  const { source } = generated
  const query = { ...ask({ filters }), format, columns: Object.keys(source.list.columns), timeZone: 'Europe/Berlin' }
  const { total } = await generated.read.countList(db, request, { source, query, countTo: large })
  const samples: number[] = []
  const timer = setInterval(() => samples.push(process.memoryUsage.rss()), 20)
  const began = performance.now()
  const answer = await generated.export.exportList(db, request, { source, query })
  if (!('content' in answer)) throw answer
  let bytes = 0
  for await (const part of answer.content as Readable) bytes += Buffer.from(part).length
  const seconds = (performance.now() - began) / 1_000
  clearInterval(timer)
  const fifth = Math.ceil(samples.length / 5)
  const growth = Math.max(...samples.slice(-fifth)) / Math.max(...samples.slice(0, fifth))
  const what = `${format} of ${filters.length === 0 ? '' : 'the filtered '}${total.toLocaleString('en')} rows`
  console.log(
    `  ${what.padEnd(36)} ${(total / seconds / 1_000).toFixed(0)},000 rows a second, ${(bytes / 1e6).toFixed(1)} MB, memory at the end ${growth.toFixed(2)} times that at the beginning`,
  )
}
