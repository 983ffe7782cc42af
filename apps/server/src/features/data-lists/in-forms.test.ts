import { process } from '@millrace/bpmn/builder'
import { dataListCalls, processCalls, taskCalls } from '@millrace/contract'
import { createTestApp, createWorkplace } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { deploy } from '../../runtime/deploy/deploy.ts'

const { db, admin, runtime, workplaceId, signIn } = await createTestApp()
const designer = await signIn({ roles: ['RoleDesign'] })
const dora = await signIn({ username: 'dora', firstName: 'Dora', lastName: 'Filler' })

const columns = [
  { key: 'code', name: 'Code', type: 'text', isKey: true },
  { key: 'city', name: 'City', type: 'text' },
  { key: 'country', name: 'Country', type: 'text' },
  { key: 'since', name: 'Since', type: 'date' },
  { key: 'open', name: 'Open', type: 'flag' },
] as const
const cities = (
  await designer.call(dataListCalls.create, { body: { name: 'Cities', key: 'cities', columns: [...columns] } })
).body
const rows = [
  { code: 'OPO', city: 'Porto', country: 'Portugal', since: '2020-01-02', open: 'yes' },
  { code: 'LIS', city: 'Lisbon', country: 'Portugal', open: 'yes' },
  { code: 'MAD', city: 'Madrid', country: 'España', open: 'yes' },
  { code: 'OLD', city: 'Old town', country: 'Portugal', open: 'no' },
]
const save = (version: number, change: object) =>
  designer.call(dataListCalls.saveRows, { params: { id: cities.id }, body: { version, ...change } })
await save(1, { added: rows.map((cells) => ({ after: null, cells })) })
// Another workplace has a list of the same key.
const stranger = await signIn({ workplaceId: await createWorkplace(db), roles: ['RoleDesign'] })
const theirs = (
  await stranger.call(dataListCalls.create, { body: { name: 'C', key: 'cities', columns: [...columns] } })
).body
await stranger.call(dataListCalls.saveRows, {
  params: { id: theirs.id },
  body: { version: 1, added: [{ after: null, cells: { code: 'SECRET' } }] },
})

const field = (id: string, type: string, props: object = {}) => ({ id, type, key: id, props: { label: id, ...props } })
const choice = (id: string, props: object = {}) => field(id, 'data-list', { list: 'cities', ...props })
const form = JSON.stringify({
  schema: 2,
  id: 'form',
  root: [
    choice('plain'),
    choice('named', { labelColumn: 'city', onlyColumn: 'open', onlyValue: 'true' }),
    choice('country', { valueColumn: 'country' }),
    choice('city', { labelColumn: 'city', dependsOn: 'country', filterColumn: 'country' }),
    choice('several', { several: true, max: 2, labelColumn: 'city' }),
    choice('since', { labelColumn: 'since' }),
    choice('gone', { list: 'nothing' }),
    choice('noColumn', { labelColumn: 'nothing' }),
    field('note', 'text'),
    {
      ...field('lines', 'repeater'),
      children: [
        choice('lineCountry', { valueColumn: 'country' }),
        choice('lineCity', { dependsOn: 'lineCountry', filterColumn: 'country' }),
      ],
    },
  ],
})
const model = process('travel')
  .start('s', { 'millrace:formKey': 'millrace:deployment:start.form.json' })
  .userTask('look', { 'millrace:assignee': 'dora', 'millrace:formKey': 'millrace:deployment:start.form.json' })
  .end()
  .toXml()
const deployed = await deploy(
  runtime,
  { workplaceId, userId: null, cause: 'test' },
  {
    ...{ name: 'travel', source: null, tenantId: null },
    files: [
      { name: 'travel.bpmn', bytes: Buffer.from(model) },
      { name: 'start.form.json', bytes: Buffer.from(form) },
    ],
  },
)
if (!deployed.ok) throw new Error(JSON.stringify(deployed))
const id = deployed.deployed.processes[0]?.id ?? ''

const find = async (node: string, query: object = {}, client = dora) => {
  const { status, body, error } = await client.call(processCalls.startFormChoices, {
    params: { id },
    query: { node, ...query },
  })
  return status === 200 ? body.items.map(({ id: value, name }) => `${value}=${name}`) : [error.code]
}

async function start(values: object) {
  const { body } = await dora.call(processCalls.startForm, { params: { id } })
  const answer = await dora.call(processCalls.start, {
    params: { id },
    body: { values, hash: body.form.document.hash },
  })
  return { ...answer, faults: answer.error?.details?.map(({ where, code }) => [where, code]) ?? [] }
}

describe('choices of a data list', () => {
  it('are the values of a column in the order of the list, each once, with what people read', async () => {
    expect(await find('plain')).toEqual(['OPO=OPO', 'LIS=LIS', 'MAD=MAD', 'OLD=OLD'])
    expect(await find('named')).toEqual(['OPO=Porto', 'LIS=Lisbon', 'MAD=Madrid'])
    expect(await find('country')).toEqual(['Portugal=Portugal', 'España=España'])
    expect(await find('since')).toEqual(['OPO=02/01/2020', 'LIS=LIS', 'MAD=MAD', 'OLD=OLD'])
  })

  it('are found by what people read of them', async () => {
    expect(await find('named', { q: 'OR' })).toEqual(['OPO=Porto'])
    expect(await find('named', { q: 'OPO' })).toEqual([])
    for (const q of ['%', '_', "'"]) expect(await find('named', { q })).toEqual([])
  })

  it('go with the value of the field that they depend on', async () => {
    expect(await find('city', { by: 'Portugal' })).toEqual(['OPO=Porto', 'LIS=Lisbon', 'OLD=Old town'])
    expect(await find('city', { by: 'España', q: 'ma' })).toEqual(['MAD=Madrid'])
    for (const by of ['', 'portugal', 'Nowhere']) expect(await find('city', { by })).toEqual([])
  })

  it('are none where the list or a column no longer exists, and for nobody who may not fill the form', async () => {
    expect(await find('gone')).toEqual([])
    expect(await find('noColumn')).toEqual([])
    expect(await find('note')).toEqual(['thing.not-found'])
    expect(await find('plain', {}, designer)).toEqual(['right.missing'])
    expect(await find('plain', {}, await signIn({ workplaceId: await createWorkplace(db) }))).toEqual([
      'thing.not-found',
    ])
  })
})

describe('a form that chooses from a data list', () => {
  const fits = {
    named: 'LIS',
    country: 'Portugal',
    city: 'OPO',
    several: ['MAD', 'OLD'],
    lines: [
      { lineCountry: 'España', lineCity: 'MAD' },
      { lineCountry: 'Portugal', lineCity: 'LIS' },
    ],
  }

  it('is kept by the values, and opens with what people read of them', async () => {
    const { status, body } = await start(fits)
    expect(status).toBe(200)
    const { rows: kept } = await admin.query(
      `select name, type, value from variable where root_id = $1 and name in ('city', 'several') order by name`,
      [body.instanceId],
    )
    expect(kept).toEqual([
      { name: 'city', type: 'String', value: 'OPO' },
      { name: 'several', type: 'Json', value: '["MAD","OLD"]' },
    ])
    const opened = (await dora.call(taskCalls.get, { params: { id: body.nextTaskId ?? '' } })).body.form
    const names = opened?.names.map(({ kind, node, id: value, name }) => `${kind} ${node} ${value} ${name}`)
    expect(names).toEqual(
      expect.arrayContaining([
        'data-list named LIS Lisbon',
        'data-list city OPO Porto',
        'data-list several OLD Old town',
      ]),
    )
    const found = await dora.call(taskCalls.formChoices, {
      params: { id: body.nextTaskId ?? '' },
      query: { node: 'city', by: 'España' },
    })
    expect(found.body).toEqual({ items: [{ id: 'MAD', name: 'Madrid' }], isMore: false })
  })

  it.each([
    [{ plain: 'NOW' }, [['plain', 'data-list.unknown']]],
    [{ plain: 'lis' }, [['plain', 'data-list.unknown']]],
    [{ plain: 'SECRET' }, [['plain', 'data-list.unknown']]],
    [{ named: 'OLD' }, [['named', 'data-list.unknown']]],
    [{ gone: 'LIS' }, [['gone', 'data-list.unknown']]],
    [{ several: ['LIS', 'NOW'] }, [['several', 'data-list.unknown']]],
    [{ several: ['LIS', 'OPO', 'MAD'] }, [['several', 'choice.too-many']]],
    [{ country: 'España', city: 'OPO' }, [['city', 'data-list.unknown']]],
    [{ city: 'OPO' }, [['city', 'data-list.unknown']]],
    [{ lines: [{ lineCountry: 'España', lineCity: 'LIS' }] }, [['lines[0].lineCity', 'data-list.unknown']]],
  ])('refuses %j when it is sent by hand', async (values, faults) => {
    const answer = await start(values)
    expect([answer.status, answer.faults]).toEqual([422, faults])
  })

  it('takes the list as it is: what has come is taken, and what has gone is not', async () => {
    const { body: list } = await save(2, { added: [{ after: null, cells: { code: 'FAO', city: 'Faro' } }] })
    expect((await start({ plain: 'FAO' })).status).toBe(200)
    const found = (await designer.call(dataListCalls.rows, { params: { id: list.id }, query: { q: 'FAO' } })).body.items
    await save(3, { removed: found.map((row) => row.id) })
    expect((await start({ plain: 'FAO' })).faults).toEqual([['plain', 'data-list.unknown']])
    // Disabled, it is still there for those who fill forms.
    await designer.call(dataListCalls.disable, { params: { id: list.id }, query: { deletedReason: 'Old' } })
    expect((await start({ plain: 'LIS' })).status).toBe(200)
  })
})
