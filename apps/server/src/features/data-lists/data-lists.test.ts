import { type DataList, dataListCalls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'

const { db, admin, signIn, anonymous } = await createTestApp()
const designer = await signIn({ roles: ['RoleDesign'], firstName: 'Grace', lastName: 'Hopper' })
const other = await signIn({ roles: ['RoleDesign'], firstName: 'Ada', lastName: 'King' })
const stranger = await signIn({ workplaceId: await createWorkplace(db), roles: ['RoleDesign'] })
const nowhere = '00000000-0000-7000-8000-000000000000'

const columns = [
  { key: 'code', name: 'Code', type: 'text', isKey: true },
  { key: 'city', name: 'City', type: 'text' },
  { key: 'people', name: 'People', type: 'number' },
  { key: 'since', name: 'Since', type: 'date' },
  { key: 'capital', name: 'Capital', type: 'flag' },
] as const
let count = 0
const create = async (more: object = {}): Promise<DataList> => {
  const number = ++count
  const body = { name: `List ${number}`, key: `list${number}`, columns: [...columns], ...more }
  const answer = await designer.call(dataListCalls.create, { body })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.error))
  return answer.body
}
const add = (list: DataList, rows: readonly object[], client: TestClient = designer) =>
  client.call(dataListCalls.saveRows, {
    params: { id: list.id },
    body: { version: list.version, added: rows.map((cells) => ({ after: null, cells })) as never },
  })
const read = async (id: string, query: object = {}) =>
  (await designer.call(dataListCalls.rows, { params: { id }, query })).body
const codes = async (id: string, query: object = {}) => (await read(id, query)).items.map(({ cells }) => cells[0])

describe('a data list', () => {
  it('is created with columns, found, changed and listed', async () => {
    const made = await create({ name: 'Offices', key: 'offices', description: 'Where we are' })
    expect(made).toMatchObject({
      name: 'Offices',
      key: 'offices',
      description: 'Where we are',
      rowCount: 0,
      revision: 1,
      version: 1,
      disabled: null,
      createdBy: { displayName: 'Grace Hopper' },
    })
    expect(made.columns.map(({ key, slot, isRequired, isKey }) => [key, slot, isRequired, isKey])).toEqual([
      ['code', 1, true, true],
      ['city', 2, false, false],
      ['people', 3, false, false],
      ['since', 4, false, false],
      ['capital', 5, false, false],
    ])
    const params = { id: made.id }
    const body = { name: 'Our offices', description: '', columns: made.columns, revision: 1 }
    const changed = await designer.call(dataListCalls.save, { params, body })
    // The same columns are the same version.
    expect(changed.body).toMatchObject({ name: 'Our offices', key: 'offices', revision: 2, version: 1 })
    const late = await other.call(dataListCalls.save, { params, body })
    expect([late.status, late.error.code]).toEqual([409, 'thing.changed'])
    const { body: page } = await designer.call(dataListCalls.list, { query: { q: 'our off' } })
    expect(page.items).toMatchObject([{ id: made.id, name: 'Our offices', key: 'offices', rowCount: 0 }])
  })

  it.each([
    { name: '' },
    { name: 'x'.repeat(51) },
    { name: '<b>' },
    { key: 'with space' },
    { columns: [] },
    { columns: [{ key: '1', name: 'A', type: 'text' }] },
    { columns: [{ key: 'a', name: 'A', type: 'blob' }] },
    {
      columns: [
        { key: 'a', name: 'A', type: 'text' },
        { key: 'A', name: 'B', type: 'text' },
      ],
    },
    {
      columns: [
        { key: 'a', name: 'A', type: 'text' },
        { key: 'b', name: 'a', type: 'text' },
      ],
    },
    {
      columns: [
        { key: 'a', name: 'A', type: 'text', isKey: true },
        { key: 'b', name: 'B', type: 'text', isKey: true },
      ],
    },
    { columns: Array.from({ length: 31 }, (_, at) => ({ key: `c${at}`, name: `C${at}`, type: 'text' })) },
  ])('refuses %j', async (more) => {
    const body = { name: 'Wrong', key: 'wrong', columns: [...columns], ...more } as never
    const { status, error } = await designer.call(dataListCalls.create, { body })
    expect([status, error.code]).toEqual([400, 'request.invalid'])
  })

  it('has a name and a key of its own', async () => {
    const one = await create()
    const taken = async (more: object) => {
      const body = { name: 'Free', key: 'free', columns: [...columns], ...more }
      const { error } = await designer.call(dataListCalls.create, { body })
      return [error.code, error.message]
    }
    expect(await taken({ name: one.name.toUpperCase() })).toEqual([
      'thing.name-taken',
      'A custom data list has this name already',
    ])
    expect(await taken({ key: one.key.toUpperCase() })).toEqual([
      'thing.key-taken',
      'A custom data list has this key already',
    ])
  })

  it('is copied with columns and rows, which are its own then', async () => {
    const one = await create()
    await add(one, [{ code: 'A', city: 'Lisbon' }, { code: 'B' }])
    const copy = await create({ columns: [{ key: 'x', name: 'X', type: 'text' }], copyOf: one.id })
    expect([copy.columns, copy.rowCount, copy.version]).toEqual([one.columns, 2, 1])
    const [row] = (await read(copy.id)).items
    await designer.call(dataListCalls.saveRows, {
      params: { id: copy.id },
      body: { version: 1, removed: [row?.id ?? ''] },
    })
    expect([await codes(one.id), await codes(copy.id)]).toEqual([['A', 'B'], ['B']])
    const body = { name: 'Of nothing', key: 'nothing', columns: [...columns], copyOf: nowhere }
    expect((await designer.call(dataListCalls.create, { body })).error.code).toBe('thing.not-found')
  })

  it('is disabled with a reason, not changed then, and restored', async () => {
    const made = await create()
    const params = { id: made.id }
    const query = { deletedReason: 'Old' }
    expect((await designer.call(dataListCalls.disable, { params, query })).body.disabled).toMatchObject({
      reason: 'Old',
      by: { displayName: 'Grace Hopper' },
    })
    const { columns: its } = made
    const refused = [
      await designer.call(dataListCalls.disable, { params, query }),
      await designer.call(dataListCalls.save, { params, body: { name: 'x', columns: its } }),
      await add(made, [{ code: 'A' }]),
    ]
    expect(refused.map(({ error }) => error.code)).toEqual(refused.map(() => 'thing.disabled'))
    expect((await designer.call(dataListCalls.restore, { params })).body.disabled).toBeNull()
    expect((await designer.call(dataListCalls.restore, { params })).error.code).toBe('thing.exists')
  })

  it('is for designers of its workplace', async () => {
    const made = await create()
    const params = { id: made.id }
    const ask = async (client: TestClient) =>
      [
        await client.call(dataListCalls.get, { params }),
        await client.call(dataListCalls.save, { params, body: { name: 'x', columns: [...columns] } }),
        await client.call(dataListCalls.rows, { params }),
        await client.call(dataListCalls.saveRows, { params, body: { version: 1 } }),
        await client.call(dataListCalls.disable, { params, query: { deletedReason: 'No' } }),
        await client.call(dataListCalls.restore, { params }),
      ].map(({ error }) => error.code)
    expect(new Set(await ask(anonymous()))).toEqual(new Set(['session.missing']))
    expect(new Set(await ask(await signIn()))).toEqual(new Set(['right.missing']))
    expect(new Set(await ask(stranger))).toEqual(new Set(['thing.not-found']))
    expect((await stranger.call(dataListCalls.list)).body.items).toEqual([])
    for (const id of ['nothing', nowhere])
      expect((await designer.call(dataListCalls.get, { params: { id } })).status).toBe(404)
  })
})

describe('rows', () => {
  it('are added, changed and removed, each kept as its column writes it', async () => {
    const list = await create()
    const saved = await add(list, [
      { code: ' LIS ', city: 'Lisbon', people: '545,000', since: '25/10/1147', capital: 'yes' },
      { code: 'OPO', capital: '0' },
    ])
    expect([saved.status, saved.body.version, saved.body.rowCount]).toEqual([200, 2, 2])
    const { items, total, before } = await read(list.id)
    expect([total, before]).toEqual([2, 0])
    expect(items.map(({ cells }) => cells)).toEqual([
      ['LIS', 'Lisbon', '545000', '1147-10-25', 'true'],
      ['OPO', null, null, null, 'false'],
    ])
    const [first, second] = items
    const next = await designer.call(dataListCalls.saveRows, {
      params: { id: list.id },
      body: {
        version: 2,
        changed: [{ id: second?.id ?? '', cells: { city: 'Porto' } }],
        added: [
          { after: first?.id ?? '', cells: { code: 'B' } },
          { after: first?.id ?? '', cells: { code: 'C' } },
        ],
        removed: [],
      },
    })
    expect([next.body.version, next.body.rowCount]).toEqual([3, 4])
    expect(await codes(list.id)).toEqual(['LIS', 'B', 'C', 'OPO'])
    expect((await read(list.id)).items.at(-1)?.cells).toEqual(['OPO', 'Porto', null, null, 'false'])
    // The version before is as it was.
    expect((await read(list.id, { version: 2 })).items).toEqual(items)
    expect(await codes(list.id, { version: 1 })).toEqual([])
    expect((await designer.call(dataListCalls.rows, { params: { id: list.id }, query: { version: 9 } })).status).toBe(
      404,
    )
  })

  it.each([
    [{ code: '' }, 'added.0.code', 'Expected a value, but the cell is empty.'],
    [{ code: 'A', people: 'many' }, 'added.0.people', /^Enter a number/],
    [{ code: 'A', since: '31/02/2026' }, 'added.0.since', /February/],
    [{ code: 'A', capital: 'maybe' }, 'added.0.capital', /^Expected yes or no/],
    [{ code: 'A', nothing: 'x' }, 'added.0.nothing', 'The list has no column with this key.'],
    [{ code: 'A', constructor: 'x' }, 'added.0.constructor', 'The list has no column with this key.'],
  ])('are refused as %j, with where and why, and nothing is saved', async (cells, where, message) => {
    const list = await create()
    const { status, error } = await add(list, [cells])
    expect([status, error.code]).toEqual([422, 'data-list.invalid'])
    expect(error.details?.[0]).toEqual({ where, message: expect.stringMatching(message) })
    expect(await codes(list.id)).toEqual([])
  })

  it('have each a key of their own', async () => {
    const list = await create()
    await add(list, [{ code: 'A' }])
    const { status, error } = await add({ ...list, version: 2 }, [{ code: 'B' }, { code: 'A' }])
    expect([status, error.code]).toEqual([422, 'data-list.invalid'])
    expect(error.message).toBe('Expected each value of “Code” once, but more than one row has “A”. Nothing was saved.')
    expect(await codes(list.id)).toEqual(['A'])
  })

  it('are changed by two at once, unless they are the same rows', async () => {
    const list = await create()
    await add(list, [{ code: 'A' }, { code: 'B' }])
    const [a, b] = (await read(list.id)).items
    const change = (client: TestClient, id: string | undefined, city: string) =>
      client.call(dataListCalls.saveRows, {
        params: { id: list.id },
        body: { version: 2, changed: [{ id: id ?? '', cells: { city } }] },
      })
    expect((await change(designer, a?.id, 'Lisbon')).status).toBe(200)
    expect((await change(other, b?.id, 'Porto')).status).toBe(200)
    const late = await change(other, a?.id, 'Faro')
    expect([late.status, late.error.code, late.error.details?.map(({ where }) => where)]).toEqual([
      409,
      'thing.changed',
      [a?.id],
    ])
    expect((await read(list.id)).items.map(({ cells }) => cells[1])).toEqual(['Lisbon', 'Porto'])
    // Of those who save at the same moment one is first.
    const both = await Promise.all(
      [designer, other].map((client) =>
        client.call(dataListCalls.saveRows, { params: { id: list.id }, body: { version: 4, removed: [a?.id ?? ''] } }),
      ),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await designer.call(dataListCalls.get, { params: { id: list.id } })).body).toMatchObject({
      rowCount: 1,
      version: 5,
    })
  })

  it('are paged in both directions, and searched', async () => {
    const list = await create()
    await add(
      list,
      Array.from({ length: 25 }, (_, at) => ({ code: `R${at}`, city: at % 2 === 0 ? 'Even_1' : 'Odd' })),
    )
    const first = await read(list.id, { size: 10 })
    const second = await read(list.id, { size: 10, after: first.items.at(-1)?.place })
    expect([first.before, first.total, second.before, second.items[0]?.cells[0]]).toEqual([0, 25, 10, 'R10'])
    const back = await read(list.id, { size: 10, before: second.items[0]?.place })
    expect(back).toEqual(first)
    expect((await read(list.id, { q: 'VEN_' })).total).toBe(13)
    expect((await read(list.id, { q: '%' })).total).toBe(0)
    // Between two cells nothing is found, and nothing of a column that is gone.
    expect((await read(list.id, { q: '1 odd' })).total).toBe(0)
    expect((await read(list.id, { q: '1odd' })).total).toBe(0)
    expect((await read(list.id, { q: 'odd', size: 5 })).total).toBe(12)
    const saved = await designer.call(dataListCalls.get, { params: { id: list.id } })
    const body = { name: list.name, columns: saved.body.columns.filter(({ key }) => key !== 'city') }
    await designer.call(dataListCalls.save, { params: { id: list.id }, body })
    expect((await read(list.id, { q: 'odd' })).total).toBe(0)
    expect((await read(list.id, { q: 'r2' })).items.map(({ cells }) => cells[0])).toEqual([
      'R2',
      'R20',
      'R21',
      'R22',
      'R23',
      'R24',
    ])
  })

  it('have their cells by other columns then, without being written again', async () => {
    const list = await create()
    await add(list, [{ code: 'A', city: '007', people: '7' }])
    const save = (next: readonly object[]) =>
      designer.call(dataListCalls.save, { params: { id: list.id }, body: { name: list.name, columns: next as never } })
    const [code, city, people] = list.columns
    // Without a column, in another order, with a new one.
    const moved = await save([people ?? {}, code ?? {}, { key: 'note', name: 'Note', type: 'text' }])
    expect([moved.body.version, moved.body.columns.map(({ key, slot }) => [key, slot])]).toEqual([
      3,
      [
        ['people', 3],
        ['code', 1],
        ['note', 6],
      ],
    ])
    expect((await read(list.id)).items[0]?.cells).toEqual(['7', 'A', null])
    const { rows: stored } = await admin.query('select since from data_list_row where data_list_id = $1', [list.id])
    expect(stored).toEqual([{ since: 2 }])
    // What a version had is still there.
    expect((await read(list.id, { version: 2 })).items[0]?.cells).toEqual(['A', '007', '7', null, null])
    // A column that comes back under its key is a new one: nobody knows that it was the same.
    const again = await save([code ?? {}, city ?? {}])
    expect(again.body.columns.map(({ slot }) => slot)).toEqual([1, 7])
  })

  it('are read by the new type of a column, or nothing is changed', async () => {
    const list = await create()
    await add(list, [{ code: 'A', city: '007' }, { code: 'B', city: '1,000' }, { code: 'C' }])
    const withCity = (city: object) =>
      designer.call(dataListCalls.save, {
        params: { id: list.id },
        body: {
          name: list.name,
          columns: list.columns.map((one) => (one.key === 'city' ? { ...one, ...city } : one)),
        },
      })
    const day = await withCity({ type: 'date' })
    expect([day.status, day.error.code, day.error.details?.[0]?.where]).toEqual([
      422,
      'data-list.invalid',
      'columns.city',
    ])
    expect(day.error.details?.[0]?.message).toContain('“City” of a row has “007”')
    expect((await withCity({ isRequired: true })).error.details).toHaveLength(1)
    const twice = await withCity({ isKey: false })
    expect(twice.status).toBe(200)
    const number = await withCity({ type: 'number' })
    expect(number.status).toBe(200)
    expect((await read(list.id)).items.map(({ cells }) => cells[1])).toEqual(['7', '1000', null])
    expect((await read(list.id, { version: 2 })).items.map(({ cells }) => cells[1])).toEqual(['007', '1,000', null])
  })

  it('become a key only where each is another', async () => {
    const list = await create({ columns: [{ key: 'code', name: 'Code', type: 'text' }] })
    await add(list, [{ code: 'A' }, { code: 'A' }])
    const { error } = await designer.call(dataListCalls.save, {
      params: { id: list.id },
      body: { name: list.name, columns: [{ key: 'code', name: 'Code', type: 'text', isKey: true }] },
    })
    expect([error.code, error.details?.[0]?.message]).toEqual(['data-list.invalid', 'More than one row has “A”.'])
  })

  it('are at most 100,000', async () => {
    const list = await create()
    await admin.query('update data_list set row_count = 100000 where id = $1', [list.id])
    const { status, error } = await add(list, [{ code: 'A' }])
    expect([status, error.code]).toEqual([422, 'data-list.too-large'])
    expect(error.message).toBe('Expected at most 100,000 rows in a list, but it would have 100,001. Nothing was saved.')
  })

  it('are remembered for a hundred versions', async () => {
    const list = await create({ columns: [{ key: 'a', name: 'A', type: 'text' }] })
    await add(list, [{ a: '0' }])
    const [row] = (await read(list.id)).items
    for (let version = 2; version < 104; version++) {
      const { status } = await designer.call(dataListCalls.saveRows, {
        params: { id: list.id },
        body: { version, changed: [{ id: row?.id ?? '', cells: { a: String(version) } }] },
      })
      if (status !== 200) throw new Error(`${version}: ${status}`)
    }
    const { rows } = await admin.query(
      'select count(*)::int as rows, (select count(*)::int from data_list_version where data_list_id = $1) as versions from data_list_row where data_list_id = $1',
      [list.id],
    )
    expect(rows).toEqual([{ rows: 100, versions: 100 }])
    expect(await codes(list.id, { version: 5 })).toEqual(['4'])
  })
})
