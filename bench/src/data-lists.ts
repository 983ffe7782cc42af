import { randomUUID } from 'node:crypto'
import { compile } from '@millrace/forms'
import { formFeel } from '@millrace/forms/feel'
import pg from 'pg'
import { listRows } from '../../apps/server/src/features/data-lists/list-rows.ts'
import { saveRows } from '../../apps/server/src/operations/data-lists/save-rows.ts'
import type { Request } from '../../apps/server/src/platform/auth/request.ts'
import { findListRows } from '../../apps/server/src/runtime/definitions/list-rows.ts'
import { findListChoices } from '../../apps/server/src/runtime/forms/list-choices.ts'
import { testRequest } from '../../apps/server/src/testing/test-request.ts'
import type { Bench, BenchContext } from './bench.ts'
import { median } from './measure.ts'

const rounds = 15
const sizes = { small: 1_000, large: 100_000 } as const
type Size = keyof typeof sizes

/** Milliseconds that somebody at the grid or in a form may wait. */
const most = 100

export const dataListsBench: Bench = {
  name: 'data-lists',
  says: `data lists of 100,000 rows, against 1,000; each is to take at most ${most} ms`,
  run: async (context) => {
    const { db } = context.runtime
    const request = createReader()
    const lists = await fill(context, request.workplaceId)
    const { workplaceId } = request
    const grid = (query: object) => (size: Size) =>
      listRows(db, request, { id: lists[size], query: { q: '', size: 100, ...query } })
    const inTx =
      <T>(read: (tx: Parameters<Parameters<typeof db.read>[1]>[0], size: Size) => Promise<T>) =>
      (size: Size) =>
        db.read(request, (tx) => read(tx, size))
    await report('grid, first page', grid({}))
    await report('grid, in the middle', (size) => grid({ after: markAt(sizes[size] / 2) })(size))
    await report('grid, searched', grid({ q: 'k999' }))
    await report(
      'choice in a form, typed',
      inTx((tx, size) => findListChoices(tx, workplaceId, fieldOf(size), { q: 'city 77', by: '', most: 20 })),
    )
    await report(
      'choice that follows another',
      inTx((tx, size) => findListChoices(tx, workplaceId, followerOf(size), { q: '', by: 'City 77', most: 20 })),
    )
    await report(
      'row for an expression',
      inTx((tx, size) => findListRows(tx, workplaceId, { list: size, column: 'code', value: 'K777', most: 1 })),
    )
    let version = { small: 1, large: 1 }
    await report('a row is changed', async (size) => {
      const id = ids[size][5] as string
      const cells = { people: String(version[size]) }
      const refused = await saveRows(operationContext(context), request, {
        id: lists[size],
        version: version[size],
        changed: [{ id, cells }],
        added: [],
        removed: [],
      })
      if (refused !== null) throw new Error(refused.message)
      version = { ...version, [size]: version[size] + 1 }
    })
  },
}

function operationContext({ runtime }: BenchContext): Parameters<typeof saveRows>[0] {
  return { db: runtime.db, clock: runtime.clock, runtime } as Parameters<typeof saveRows>[0]
}

const ids: Record<Size, string[]> = { small: [], large: [] }

async function report(name: string, read: (size: Size) => Promise<unknown>): Promise<void> {
  const times = { small: [] as number[], large: [] as number[] }
  for (let round = -2; round < rounds; round++)
    for (const size of ['small', 'large'] as const) {
      const began = performance.now()
      await read(size)
      if (round >= 0) times[size].push(performance.now() - began)
    }
  const [small, large] = [median(times.small), median(times.large)]
  const mark = large > most ? '!' : ''
  console.log(
    `  ${name.padEnd(32)} ${large.toFixed(1).padStart(7)}${mark} ms, ${(large / small).toFixed(1)} times that of 1,000`,
  )
}

const fieldOf = (size: Size) => readField({ list: size, labelColumn: 'city' })
const followerOf = (size: Size) => readField({ list: size, dependsOn: 'other', filterColumn: 'city' })

function readField(props: object) {
  const root = [
    { id: 'o', type: 'text', key: 'other', props: { label: 'Other' } },
    { id: 'f', type: 'data-list', key: 'field', props: { label: 'Field', ...props } },
  ]
  const compiled = compile({ schema: 2, id: 'bench', root }, { language: formFeel })
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems))
  const field = compiled.form.data.find((node) => node.kind === 'field' && node.key === 'field')
  if (field?.kind !== 'field') throw new Error('Expected a field in the form, but there is none.')
  return field
}

const markAt = (at: number) => Math.floor(at).toString(16).padStart(8, '0')

async function fill({ adminUrl, runtime }: BenchContext, workplaceId: string): Promise<Record<Size, string>> {
  const { rows } = await runtime.db.pool.query<{ database: string }>('select current_database() as database')
  const url = new URL(adminUrl)
  url.pathname = rows[0]?.database ?? ''
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  const lists = { small: randomUUID(), large: randomUUID() }
  const columns = JSON.stringify(
    ['code', 'city', 'people'].map((key, at) => ({
      slot: at + 1,
      key,
      name: key,
      type: key === 'people' ? 'number' : 'text',
      isRequired: false,
      isKey: key === 'code',
    })),
  )
  try {
    await admin.query('set session_replication_role = replica; set synchronous_commit = off')
    for (const size of ['small', 'large'] as const) {
      await admin.query(
        `insert into data_list (workplace_id, id, name, key, columns, next_slot, row_count, created_at, updated_at)
         values ($1, $2, $3, $3, $4, 4, $5, now(), now())`,
        [workplaceId, lists[size], size, columns, sizes[size]],
      )
      await admin.query(
        `insert into data_list_row (workplace_id, data_list_id, id, since, place, cells)
         select $1, $2, gen_random_uuid(), 1, lpad(to_hex(n), 8, '0'), array['K' || n, 'City ' || n % 100, n::text]
         from generate_series(0, $3 - 1) n`,
        [workplaceId, lists[size], sizes[size]],
      )
      const found = await admin.query<{ id: string }>(
        'select id from data_list_row where workplace_id = $1 and data_list_id = $2 order by place limit 10',
        [workplaceId, lists[size]],
      )
      ids[size] = found.rows.map(({ id }) => id)
    }
    await admin.query('vacuum analyze')
  } finally {
    await admin.end()
  }
  return lists
}

function createReader(): Request {
  return testRequest({
    id: randomUUID(),
    username: 'ann',
    workplaceId: randomUUID(),
    roles: ['RoleUser', 'RoleDesign'],
  })
}
