import { process } from '@millrace/bpmn/builder'
import { type OpenedForm, taskCalls } from '@millrace/contract'
import { Filling, type JsonValues, prepareExpressions } from '@millrace/forms'
import { formFeel } from '@millrace/forms/feel'
import { createTestApp, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { getProcess } from '../../runtime/definitions/definitions.ts'
import { deploy } from '../../runtime/deploy/deploy.ts'
import { multipart } from '../../runtime/testing/multipart.ts'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { runtime, workplaceId, signIn, admin } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const system = { workplaceId, userId: null, cause: 'test' }

const node = (type: string, key: string | null, props: object = {}, children?: readonly object[]) => ({
  id: `n${++nodes}`,
  type,
  ...(key === null ? {} : { key }),
  props: { ...(key === null ? {} : { label: key }), ...props },
  ...(children === undefined ? {} : { children }),
})
let nodes = 0

/** Orders with lines, in a tab, with sums over the rows and over the rows of the rows. */
const orders = [
  node('tabs', null, {}, [
    node('tab', null, { label: 'Orders' }, [
      node('repeater', 'orders', { required: true, label: 'Orders', unique: ['supplier'], max: 3 }, [
        node('text', 'supplier', { required: true }),
        node('text', 'rating', { readOnly: true }),
        node('grid', 'lines', { min: 1 }, [
          node('number', 'price', { required: true, min: 0 }),
          node('number', 'count', { integer: true }),
          node('number', 'sum', { computed: '=price * count' }),
        ]),
        node('number', 'total', { computed: '=sum(lines.sum)', check: '=total <= 1000' }),
        node('text', 'reason', { visible: '=total > limit', required: true }),
      ]),
    ]),
    node('tab', null, { label: 'Sum' }, [node('number', 'all', { computed: '=sum(orders.total)' })]),
  ]),
]

async function waitAt(root: readonly object[], variables: Record<string, unknown> = {}) {
  const client = await signIn()
  const form = { 'millrace:formKey': 'millrace:deployment:orders.form.json' }
  const xml = process('lists')
    .start()
    .userTask('fill', { 'millrace:assignee': client.user.username, ...form })
    .end()
    .toXml()
  const answer = await deploy(runtime, system, {
    name: null,
    source: null,
    tenantId: null,
    files: [
      { name: 'lists.bpmn', bytes: Buffer.from(xml) },
      { name: 'orders.form.json', bytes: Buffer.from(JSON.stringify({ schema: 2, id: 'orders', root })) },
    ],
  })
  const definitionId = answer.ok ? (answer.deployed.processes[0]?.id ?? '') : ''
  const definition = await runtime.db.read({ workplaceId }, (tx) =>
    getProcess(runtime, tx, workplaceId, { by: 'id', id: definitionId }),
  )
  if (definition === null) throw new Error(JSON.stringify(answer))
  const instanceId = await scenario.start(definition, { variables })
  const { rows } = await admin.query('select id from task where instance_id = $1', [instanceId])
  return { client, instanceId, taskId: rows[0].id as string }
}

async function open(client: TestClient, id: string): Promise<OpenedForm> {
  const { form } = (await client.call(taskCalls.get, { params: { id }, query: { timeZone: 'UTC' } })).body
  if (form === null) throw new Error('Expected a form, but there is none.')
  return form
}

const send = (client: TestClient, id: string, form: OpenedForm, values: unknown) =>
  client.call(taskCalls.complete, { params: { id }, body: { values: values as JsonValues, hash: form.document.hash } })

/** What the browser finds wrong, with the same code as it runs there. */
function judgeAsBrowser({ document, variables }: OpenedForm, values: JsonValues): string[] {
  const expressions = prepareExpressions(document, formFeel)
  const context = { now: new Date(), timeZone: 'UTC', userId: null, variables, expressions }
  const filling = new Filling({ form: document, values, context })
  return filling.listProblems().map(({ field, code }) => `${field} ${code}`)
}

async function readVariable(instanceId: string, name: string): Promise<[string, unknown]> {
  const { rows } = await admin.query(
    'select type, value from history_variable where instance_id = $1 and name = $2 order by id desc limit 1',
    [instanceId, name],
  )
  return [rows[0]?.type, rows[0]?.type === 'Json' ? JSON.parse(rows[0].value) : rows[0]?.value]
}

describe('a form with a list in a list in a tab', () => {
  const line = { price: 2, count: 3 }
  const before = {
    limit: 100,
    orders: [
      { supplier: 'A', rating: 'good', id: 17, lines: [{ price: 1, count: 1, sku: 'x' }] },
      { supplier: 'B', rating: 'bad', lines: [] },
    ],
  }

  it('opens with the rows of its variable, each with its number', async () => {
    const { client, taskId } = await waitAt(orders, before)
    const { values, variables, unsupported } = await open(client, taskId)
    expect([unsupported, variables]).toEqual([[], { limit: 100 }])
    expect(values).toEqual({
      orders: [
        { $row: 0, supplier: 'A', rating: 'good', lines: [{ $row: 0, price: 1, count: 1 }] },
        { $row: 1, supplier: 'B', rating: 'bad', lines: [] },
      ],
    })
  })

  it('writes the rows as one variable with what was computed, and keeps what the user could not change', async () => {
    const { client, taskId, instanceId } = await waitAt(orders, before)
    const form = await open(client, taskId)
    const sent = [
      { $row: 1, supplier: 'B', lines: [line] },
      { supplier: 'C', lines: [line, { price: 5, count: 1 }] },
      { $row: 0, supplier: 'A', lines: [{ $row: 0, price: 3, count: 1 }] },
    ]
    expect((await send(client, taskId, form, { orders: sent })).status).toBe(200)
    expect(await readVariable(instanceId, 'orders')).toEqual([
      'Json',
      [
        { supplier: 'B', rating: 'bad', lines: [{ ...line, sum: 6 }], total: 6 },
        {
          supplier: 'C',
          rating: null,
          lines: [
            { ...line, sum: 6 },
            { price: 5, count: 1, sum: 5 },
          ],
          total: 11,
        },
        { supplier: 'A', rating: 'good', id: 17, lines: [{ price: 3, count: 1, sum: 3, sku: 'x' }], total: 3 },
      ],
    ])
    expect(await readVariable(instanceId, 'all')).toEqual(['Double', '20'])
  })

  const bad: [string, unknown, string[]][] = [
    ['no row', [], ['orders list.required']],
    ['too many rows', ['A', 'B', 'C', 'D'].map((supplier) => ({ supplier, lines: [line] })), ['orders list.too-many']],
    [
      'the same name twice',
      [
        { supplier: 'Anna', lines: [line] },
        { supplier: ' ANNA', lines: [line] },
      ],
      ['orders[1].supplier list.duplicate'],
    ],
    ['a row without rows', [{ supplier: 'A', lines: [] }], ['orders[0].lines list.required']],
    [
      'missing, unreadable and wrong values deep inside',
      [{ supplier: null, lines: [{ price: -1, count: 1 }, { price: 'many', count: 1.5 }, {}] }],
      [
        'orders[0].supplier value.required',
        'orders[0].lines[0].price number.too-small',
        'orders[0].lines[1].price number.invalid',
        'orders[0].lines[1].count number.not-whole',
        'orders[0].lines[2].price value.required',
      ],
    ],
    [
      'a sum that is too high, and what it asks for',
      [{ supplier: 'A', lines: [{ price: 2000, count: 1 }] }],
      ['orders[0].total value.check', 'orders[0].reason value.required'],
    ],
  ]

  it.each(bad)('judges %s as the browser does, by path and code', async (_name, rows, expected) => {
    const { client, taskId } = await waitAt(orders, { limit: 100 })
    const form = await open(client, taskId)
    const { error, status } = await send(client, taskId, form, { orders: rows })
    expect([status, error.code]).toEqual([422, 'form.invalid'])
    const verdict = error.details?.map(({ where, code }) => `${where} ${code}`)
    expect(verdict).toEqual(expected)
    expect(judgeAsBrowser(form, { orders: rows })).toEqual(expected)
  })

  it('judges what is right as the browser does', async () => {
    const { client, taskId } = await waitAt(orders, { limit: 100 })
    const form = await open(client, taskId)
    const values = { orders: [{ supplier: 'A', lines: [{ price: 200, count: 1 }], reason: 'Needed' }] }
    expect(judgeAsBrowser(form, values)).toEqual([])
    expect((await send(client, taskId, form, values)).status).toBe(200)
  })

  it('says the sentence of the specification', async () => {
    const { client, taskId } = await waitAt(orders, { limit: 100 })
    const { error } = await send(client, taskId, await open(client, taskId), { orders: [] })
    expect(error.details?.[0]?.message).toBe('Please provide at least one row for Orders')
  })

  it('refuses what the browser would not send', async () => {
    const { client, taskId } = await waitAt(orders, before)
    const form = await open(client, taskId)
    const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
    const refuse = async (rows: unknown) => {
      const { error } = await send(client, taskId, form, { orders: rows })
      return error.details?.map(({ where, code }) => `${where} ${code}`)
    }
    const row = { supplier: 'A', lines: [line] }
    expect(await refuse('rows')).toEqual(['orders list.invalid'])
    expect(await refuse([[row]])).toEqual(['orders[0] form.invalid'])
    expect(await refuse([{ ...row, $row: 0, rating: 'bad' }])).toEqual(['orders[0].rating value.not-writable'])
    expect(await refuse([{ ...row, total: 1 }])).toEqual(['orders[0].total value.not-writable'])
    expect(await refuse([{ ...row, $row: 7 }])).toEqual(['orders[0] list.invalid'])
    expect(await refuse([{ ...row, admin: true }])).toEqual(['orders[0].admin form.unknown-field'])
    expect(await refuse([{ constructor: 1 }])).toEqual(['orders[0].constructor form.unknown-field'])
    expect(await refuse([{ ...row, lines: deep(90) }])).toEqual(['orders[0].lines[0] form.invalid'])
    expect(await refuse(Array.from({ length: 1_001 }, () => ({})))).toEqual(['orders list.too-many'])
    const many = Array.from({ length: 200 }, () => ({
      lines: Array.from({ length: 200 }, () => ({ price: 1 })),
    }))
    expect(await refuse(many)).toEqual([' form.too-large'])
    expect((await open(client, taskId)).values.orders).toHaveLength(2)
  })
})

describe('files in rows', () => {
  const root = [node('repeater', 'papers', {}, [node('text', 'title'), node('file', 'scan', { filetypes: ['txt'] })])]

  it('stay with the instance, and nobody else’s can be named', async () => {
    const { client, taskId, instanceId } = await waitAt(root)
    const stranger = await signIn()
    const [own, foreign] = [await upload(client), await upload(stranger)]
    const form = await open(client, taskId)
    const { error } = await send(client, taskId, form, { papers: [{ title: 'a', scan: [own] }, { scan: [foreign] }] })
    expect(error.details?.map(({ where, code }) => `${where} ${code}`)).toEqual(['papers[1].scan file.invalid'])
    expect((await send(client, taskId, form, { papers: [{ title: 'a', scan: [own] }] })).status).toBe(200)
    expect(await readVariable(instanceId, 'papers')).toEqual(['Json', [{ title: 'a', scan: [own] }]])
    const { rows } = await admin.query('select variable, instance_id from stored_file where id = $1', [own.id])
    expect(rows).toEqual([{ variable: 'papers', instance_id: instanceId }])
  })

  it('that a variable only names are not taken from who uploaded them', async () => {
    const fixed = [
      node('repeater', 'papers', {}, [
        node('text', 'title'),
        node('file', 'scan', { filetypes: ['txt'], readOnly: true }),
      ]),
    ]
    const foreign = await upload(await signIn())
    const { client, taskId } = await waitAt(fixed, { papers: [{ title: 'a', scan: [foreign] }] })
    const form = await open(client, taskId)
    expect((await send(client, taskId, form, { papers: [{ $row: 0, title: 'b' }] })).status).toBe(200)
    const { rows } = await admin.query('select variable, instance_id from stored_file where id = $1', [foreign.id])
    expect(rows).toEqual([{ variable: null, instance_id: null }])
  })

  async function upload(client: TestClient): Promise<{ id: string }> {
    const file = { name: 'a.txt', content: Buffer.from('text'), type: 'text/plain' }
    const { body } = await client.send({ method: 'POST', url: '/api/files', ...multipart([file]) })
    return body as { id: string }
  }
})
