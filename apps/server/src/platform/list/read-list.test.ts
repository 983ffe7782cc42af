import { defineList, type ListQuery } from '@millrace/contract'
import { readSort } from '@millrace/contract/list-state'
import { createTestApp, testRequest } from '@millrace/server/testing'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../errors/refusal.ts'
import { textKey } from './keys.ts'
import { countList, readPage } from './read-list.ts'
import { defineSource } from './source.ts'

const { db, admin, workplaceId } = await createTestApp()
const request = testRequest({ workplaceId })

const list = defineList({
  name: 'users.test',
  columns: { name: { type: 'text', label: 'common.name', isFixed: true } },
  sorts: ['name', 'tries', 'made', 'last', 'mail'],
  order: ['-made'],
  filters: { tries: { type: 'number', label: 'common.name' }, name: { type: 'text', label: 'common.name' } },
  search: 'common.clearFilters',
})

interface Row {
  readonly username: string
}

/** Rows of one table with every kind of key: few values, none, and times to the microsecond. */
const source = defineSource<typeof list, Row, string>({
  list,
  columns: sql`u.username`,
  from: () => sql`app_user u`,
  where: ({ user: { workplaceId: id } }) => [sql`u.workplace_id = ${id}`],
  keys: {
    name: textKey(sql`u.first_name`),
    tries: { sql: sql`length(u.last_name)`, type: 'integer' },
    made: { sql: sql`u.created_at`, type: 'instant' },
    last: { sql: sql`u.last_login_at`, type: 'instant', isOptional: true },
    mail: { sql: sql`lower(u.email)`, type: 'text', isOptional: true },
  },
  id: { sql: sql`u.id`, type: 'id' },
  filters: { tries: sql`length(u.last_name)`, name: sql`u.first_name` },
  search: (text) => sql`u.username = ${text}`,
  present: (rows) => rows.map(({ username }) => username),
})

const fill = (from: number, to: number, id: string = workplaceId) =>
  admin.query(
    `insert into app_user (workplace_id, id, username, first_name, last_name, created_at, last_login_at, email)
    select $3, gen_random_uuid(), 'user-' || n, case when n % 5 = 0 then null else chr(65 + n % 7) end, repeat('x', n % 4), '2030-01-07T09:00:00Z'::timestamptz + (n % 9) * interval '1 microsecond',
      case when n % 3 = 0 then null else '2030-01-07T09:00:00Z'::timestamptz + (n % 6) * interval '1 microsecond' end, case when n % 4 = 0 then null else 'Mail ' || n % 8 end
    from generate_series($1::int, $2::int) n`,
    [from, to, id],
  )
await fill(1, 60)

const ask = (sort: string, more: Partial<ListQuery> = {}): ListQuery => ({
  q: '',
  sort: readSort(list, sort) ?? [],
  filters: [],
  ...more,
})
const page = (query: ListQuery, more: { size?: number; after?: string; before?: string } = {}) =>
  readPage(db, request, { source, query: { size: 7, ...query, ...more } })

/** Every page from one end to the other. */
async function walk(query: ListQuery): Promise<Awaited<ReturnType<typeof page>>[]> {
  const pages = [await page(query)]
  for (let next = pages[0]?.next ?? null; next !== null; next = pages.at(-1)?.next ?? null)
    pages.push(await page(query, { after: next }))
  return pages
}

describe.each([
  'name',
  '-name',
  'tries',
  'made',
  '-made',
  'last',
  '-last',
  'mail',
  '-mail',
  'tries,-made',
  '-tries,name',
  'last,mail',
  '-last,mail,-tries',
  'name,-last',
])('in the order %s', (sort) => {
  it('pages forward and back through all rows, each once, as one query would give them', async () => {
    const whole = await page(ask(sort), { size: 100 })
    expect(new Set(whole.items).size).toBe(60)
    expect([whole.next, whole.previous]).toEqual([null, null])
    const pages = await walk(ask(sort))
    expect(pages.flatMap(({ items }) => items)).toEqual(whole.items)
    expect(pages.map(({ from }) => from)).toEqual([1, 8, 15, 22, 29, 36, 43, 50, 57])
    const back = [pages.at(-1)]
    while (back[0]?.previous) back.unshift(await page(ask(sort), { before: back[0].previous }))
    expect(back.map((one) => one?.items)).toEqual(pages.map(({ items }) => items))
    expect(back.map((one) => one?.from)).toEqual(pages.map(({ from }) => from))
  })

  it('gives none twice and loses none when rows are added and removed between two pages', async () => {
    const query = ask(sort)
    const before = (await page(query, { size: 100 })).items
    const first = await page(query, { size: 20 })
    await fill(1_000, 1_019)
    const second = await page(query, { size: 20, after: first.next ?? '' })
    await admin.query(`delete from app_user where username = any($1)`, [second.items.slice(-3)])
    const rest = await page(query, { size: 100, after: second.next ?? '' })
    const seen = [...first.items, ...second.items, ...rest.items]
    expect(new Set(seen).size).toBe(seen.length)
    expect(before.filter((name) => !seen.includes(name))).toEqual([])
    await admin.query('delete from app_user')
    await fill(1, 60)
  })
})

it('puts what has no value last in both directions', async () => {
  const { rows } = await admin.query('select username from app_user where last_login_at is null')
  const without = new Set(rows.map(({ username }) => username))
  for (const sort of ['last', '-last']) {
    const { items } = await page(ask(sort), { size: 100 })
    expect(items.slice(-without.size).every((name) => without.has(name))).toBe(true)
  }
})

it('begins again where less than a page comes before, so that the first page is always full', async () => {
  const second = await page(ask('name'), { size: 10, after: (await page(ask('name'), { size: 10 })).next ?? '' })
  const before = await page(ask('name'), { size: 20, before: second.previous ?? '' })
  expect(before).toEqual(await page(ask('name'), { size: 20 }))
})

it('leads back from a page whose rows no longer exist, with the row that it came after', async () => {
  const pages = await walk(ask('made'))
  const last = pages.at(-1)
  const after = pages.at(-2)?.next ?? ''
  await admin.query('delete from app_user where username = any($1)', [last?.items])
  const empty = await page(ask('made'), { after })
  expect([empty.items, empty.next]).toEqual([[], null])
  expect((await page(ask('made'), { before: empty.previous ?? '' })).items).toEqual(pages.at(-2)?.items)
  await admin.query('delete from app_user')
  await fill(1, 60)
})

it('counts up to a number, and says that there are more', async () => {
  const count = (query: ListQuery, countTo: number) => countList(db, request, { source, query, countTo })
  expect(await count(ask('name'), 100)).toEqual({ total: 60, isCapped: false, isPartial: false })
  expect(await count(ask('name'), 59)).toEqual({ total: 59, isCapped: true, isPartial: false })
  const few = ask('name', { filters: [{ name: 'tries', operator: 'from', values: ['2.5'] }] })
  expect(await count(few, 100)).toEqual({ total: 15, isCapped: false, isPartial: false })
  expect(await count(ask('name', { q: 'user-7' }), 100)).toMatchObject({ total: 1 })
})

const encode = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url')
const id = '00000000-0000-7000-8000-000000000000'

it.each([
  ['no JSON', 'AAAA'],
  ['no list', encode({})],
  ['another order', encode([7, 'name', false, 'a', id])],
  ['too few values', encode([7, '-made', false, id])],
  ['too many values', encode([7, '-made', false, '2030-01-07 09:00:00+00', id, id])],
  ['a time that is none', encode([7, '-made', false, '2030-13-07 09:00:00+00', id])],
  ['SQL', encode([7, '-made', false, `2030-01-07 09:00:00+00'; drop table app_user`, id])],
  ['no id', encode([7, '-made', false, '2030-01-07 09:00:00+00', 'x'])],
  ['null for what is always there', encode([7, '-made', false, null, id])],
  ['a place before the first', encode([-1, '-made', false, '2030-01-07 09:00:00+00', id])],
])('refuses a forged mark: %s', async (_, after) => {
  const refused = await page(ask(''), { after }).catch((error: unknown) => error)
  expect(refused instanceof Refusal && refused.code).toBe('request.invalid')
})
