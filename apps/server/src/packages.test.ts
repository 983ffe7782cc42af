import { createHash } from 'node:crypto'
import {
  api,
  appDecisionCalls,
  applicationCalls,
  appProcessCalls,
  packageCalls as calls,
  categoryDesignCalls,
  dataListCalls,
  emailTemplateCalls,
  externalSystemCalls,
  formCalls,
  formTemplateCalls,
  globalPropertyCalls,
  groupCalls,
  ownRoleCalls,
  type PackageContent,
  type PackageDecisions,
  type PackageImportDetails,
  themeCalls,
} from '@millrace/contract'
import { createTestApp, createUser, createWorkplace, type TestClient } from '@millrace/server/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { runClaimedJob } from './jobs/run-job.ts'
import { claimAll } from './jobs/testing/claim-all.ts'
import type { Services } from './jobs/work/services.ts'
import { collect } from './operations/packages/collect.ts'
import { readRows } from './operations/packages/read-rows.ts'
import { withZip } from './platform/archives/with-zip.ts'
import { createInstallationKey } from './platform/auth/installation-key.ts'
import { Refusal } from './platform/errors/refusal.ts'
import { multipart } from './runtime/testing/multipart.ts'
import { testRequest } from './testing/test-request.ts'
import { zip } from './testing/zip.ts'

const { app, db, runtime, clock, admin, workplaceId, signIn, signInAs, options } = await createTestApp()
/** Another installation, with a database of its own. */
const second = await createTestApp()
const everything = ['RoleAdmin', 'RoleDesign', 'RoleIntegration', 'RoleUserAdmin'] as const
const maker = await signIn({ roles: everything })

const elsewhere = await createWorkplace(db, { reference: 'elsewhere' })
const importer = await signInAs(await createUser(db, { workplaceId: elsewhere, roles: everything }))

const bpmn = `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="t">
  <bpmn:process id="order" name="Order" isExecutable="true" camunda:candidateStarterGroups="sales">
    <bpmn:startEvent id="start" camunda:formKey="order-form"/>
    <bpmn:sequenceFlow id="f1" sourceRef="start" targetRef="check"/>
    <bpmn:userTask id="check" name="Check" camunda:assignee="ann" camunda:candidateGroups="sales"/>
    <bpmn:sequenceFlow id="f2" sourceRef="check" targetRef="decide"/>
    <bpmn:businessRuleTask id="decide" camunda:decisionRef="discount" camunda:resultVariable="discount"/>
    <bpmn:sequenceFlow id="f3" sourceRef="decide" targetRef="limit"/>
    <bpmn:exclusiveGateway id="limit" default="f5"/>
    <bpmn:sequenceFlow id="f4" sourceRef="limit" targetRef="end"><bpmn:conditionExpression>\${globals.orderLimit > 5}</bpmn:conditionExpression></bpmn:sequenceFlow>
    <bpmn:sequenceFlow id="f5" sourceRef="limit" targetRef="end"/>
    <bpmn:endEvent id="end"/>
  </bpmn:process>
</bpmn:definitions>
`
const dmn = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="graph" name="Discount" namespace="t"><decision id="discount" name="Discount"><decisionTable id="table"><input id="in"><inputExpression id="expression" typeRef="number"><text>amount</text></inputExpression></input><output id="out" name="discount" typeRef="number"/><rule id="rule"><inputEntry id="cell"><text>&gt; 100</text></inputEntry><outputEntry id="answer"><text>5</text></outputEntry></rule></decisionTable></decision></definitions>
`
const design = (label: string) =>
  JSON.stringify({
    schema: 2,
    id: 'form',
    root: [
      { id: 'a', type: 'text', key: 'a', props: { label } },
      { id: 'b', type: 'data-list', key: 'city', props: { label: 'City', list: 'cities', labelColumn: 'name' } },
      { id: 'c', type: 'rest-look-up', key: 'supplier', props: { label: 'Supplier', adapter: 'suppliers' } },
    ],
  })

async function done<T>(answer: Promise<{ readonly status: number; readonly body: T; readonly error: unknown }>) {
  const { status, body, error } = await answer
  if (status >= 300) throw new Error(JSON.stringify(error))
  return body
}

/** An application with something of every kind. */
async function createShop(client: TestClient) {
  await done(client.call(groupCalls.create, { body: { key: 'people', name: 'People' } }))
  const { items } = await done(client.call(groupCalls.list, { query: {} as never }))
  const parentId = items.find(({ key }) => key === 'people')?.id ?? ''
  await done(client.call(groupCalls.create, { body: { key: 'sales', name: 'Sales', parentId, roles: ['RoleUser'] } }))
  const { id: trade } = await done(client.call(categoryDesignCalls.create, { body: { name: 'Trade' } }))
  await done(client.call(categoryDesignCalls.create, { body: { name: 'Orders', parentId: trade, groups: ['sales'] } }))
  await done(client.call(themeCalls.saveTheme, { body: { name: 'Dusk', code: 'dusk', variables: '{}' } }))
  await done(
    client.call(globalPropertyCalls.create, { body: { key: 'orderLimit', name: 'Limit', type: 'number', value: '7' } }),
  )
  await done(
    client.call(globalPropertyCalls.create, {
      body: { key: 'token', name: 'Token', value: 'secret-1', isSecret: true },
    }),
  )
  await done(
    client.call(emailTemplateCalls.create, { body: { name: 'Thanks', subject: 'Thanks', html: '<p>Thanks</p>' } }),
  )
  const list = await done(
    client.call(dataListCalls.create, {
      body: {
        key: 'cities',
        name: 'Cities',
        columns: [
          { key: 'name', name: 'Name', type: 'text', isKey: true },
          { key: 'size', name: 'Size', type: 'number' },
        ],
      },
    }),
  )
  for (const [name, size] of [
    ['Bern', '140000'],
    ['Basel', null],
  ] as const)
    await admin.query(
      `insert into data_list_row (workplace_id, data_list_id, id, since, place, cells) select workplace_id, id, gen_random_uuid(), 1, $2, $3 from data_list where id = $1`,
      [list.id, name === 'Bern' ? '00000001' : '00000002', [name, size]],
    )
  await admin.query('update data_list set row_count = 2 where id = $1', [list.id])
  const system = await done(client.call(externalSystemCalls.create, { body: { name: 'ERP', description: 'Ours' } }))
  const params = { id: system.id }
  const rest = {
    kind: 'rest',
    baseUrl: 'https://erp.example.org',
    signIn: 'bearer',
    username: '',
    header: '',
    seconds: 10,
  } as const
  const connected = await done(
    client.call(externalSystemCalls.createConnection, {
      params,
      body: { name: 'Test', settings: rest, secret: 'secret-2' },
    }),
  )
  const made = await done(
    client.call(externalSystemCalls.createApi, { params, body: { name: 'Stock', connectionId: connected.id } }),
  )
  const adapter = { kind: 'rest', path: '/suppliers', query: [], headers: [], columns: [{ key: 'name', path: 'name' }] }
  await done(
    client.call(externalSystemCalls.createAdapter, {
      params: { id: made.id },
      body: { name: 'Suppliers', key: 'suppliers', settings: adapter },
    }),
  )
  await done(client.call(formTemplateCalls.create, { body: { name: 'Address' } }))
  const { id: appId } = await done(
    client.call(applicationCalls.create, { body: { name: 'Shop', key: 'shop', category: 'Orders' } }),
  )
  const of = { appId }
  const form = await done(
    client.call(formCalls.create, { params: of, body: { name: 'Order form', formKey: 'order-form', labels: 'a,b' } }),
  )
  await done(
    client.call(formCalls.saveDesign, { params: { appId, formId: form.id }, body: { designerJson: design('Name') } }),
  )
  const decision = await done(
    client.call(appDecisionCalls.create, { params: of, body: { name: 'Discount', key: 'discount' } }),
  )
  await done(
    client.call(appDecisionCalls.saveDesign, { params: { appId, decisionId: decision.id }, body: { xml: dmn } }),
  )
  const process = await done(
    client.call(appProcessCalls.create, { params: of, body: { name: 'Order', key: 'order', icon: 'home:tabler' } }),
  )
  await done(client.call(appProcessCalls.saveDesign, { params: { appId, processId: process.id }, body: { xml: bpmn } }))
  const { items: lists } = await done(client.call(dataListCalls.list))
  const permissions = [
    { kind: 'application' as const, thing: appId, actions: ['design' as const] },
    { kind: 'dataList' as const, thing: lists[0]?.id ?? '', actions: ['see' as const] },
    { kind: 'process' as const, thing: 'order', actions: ['start' as const] },
    { kind: 'category' as const, thing: null, actions: ['see' as const] },
  ]
  await done(client.call(ownRoleCalls.create, { body: { key: 'shop-desk', name: 'Shop desk', permissions } }))
  const { items: groups } = await done(client.call(groupCalls.list))
  const sales = groups.find(({ key }) => key === 'sales')
  const ofSales = { id: sales?.id ?? '' }
  const { name, parent, roles } = await done(client.call(groupCalls.get, { params: ofSales }))
  const body = { name, parentId: parent?.id ?? null, roles, ownRoles: ['shop-desk'] }
  await done(client.call(groupCalls.save, { params: ofSales, body }))
  return { appId, formId: form.id, processId: process.id }
}

const contentsOf = async (client: TestClient) => (await done(client.call(calls.contents))).items
const only = (items: readonly PackageContent[]) => items.map(({ kind, key }) => ({ kind, key }))

async function exported(
  client: TestClient,
  items: readonly object[],
  withRows = true,
  of: Pick<typeof second, 'app'> = { app },
): Promise<Buffer> {
  const { statusCode, body, rawPayload } = await of.app.inject({
    method: 'POST',
    url: '/api/admin/packages/export',
    payload: { items, withRows },
    cookies: Object.fromEntries(client.cookies),
    headers: { 'x-xsrf-token': client.cookies.get('XSRF-TOKEN') ?? '' },
  })
  if (statusCode !== 200) throw new Error(body)
  return rawPayload
}

async function filesOf(bytes: Buffer): Promise<Record<string, string>> {
  return withZip(bytes, { entries: 1000, bytes: 50_000_000 }, async ({ names, read }) => {
    const files: Record<string, string> = {}
    for (const name of names) files[name] = (await read(name))?.toString('utf8') ?? ''
    return files
  })
}

/** Everything of the items, apart from when and by whom the package was made. */
async function itemsOf(bytes: Buffer) {
  const { 'manifest.json': manifest, 'signature.json': _, ...files } = await filesOf(bytes)
  return { listed: JSON.parse(manifest ?? '').items, files }
}

async function upload(client: TestClient, content: Buffer) {
  const { headers, payload } = multipart([{ name: 'shop.millrace', content }])
  const answer = await client.send({ method: 'POST', url: '/api/admin/packages/imports', headers, payload })
  return { ...answer, body: answer.body as { readonly id: string } }
}

const read = (client: TestClient, bytes: Buffer) => done(upload(client, bytes))
const look = (client: TestClient, id: string) => done(client.call(calls.get, { params: { id } }))
const start = (client: TestClient, id: string, body: Partial<PackageDecisions> = {}) =>
  client.call(calls.start, { params: { id }, body: { trust: true, ...body } })

async function work(of: Pick<typeof second, 'db' | 'runtime' | 'clock'> = { db, runtime, clock }) {
  const jobs = await claimAll(of.db, of.clock())
  const own = jobs.filter(({ kind }) => kind === 'package')
  return Promise.all(own.map((job) => runClaimedJob({ runtime: of.runtime, services: {} as Services }, job)))
}

/** Imports a package as it is, with the one user who is missing left as it is. */
async function imported(
  client: TestClient,
  bytes: Buffer,
  body: Partial<PackageDecisions> = {},
): Promise<PackageImportDetails> {
  const { id } = await read(client, bytes)
  await done(start(client, id, { users: { ann: '' }, ...body }))
  expect(await work()).toEqual(['done'])
  clock.advance({ seconds: 10 })
  return look(client, id)
}

const resultsOf = ({ items }: PackageImportDetails) => [...new Set(items.map(({ result }) => result))]
let shop: { appId: string; formId: string; processId: string }
let whole: Buffer

beforeAll(async () => {
  shop = await createShop(maker)
  whole = await exported(maker, only(await contentsOf(maker)))
})

describe('a package', () => {
  it('has everything that a chosen application needs, and nothing else', async () => {
    const { items, notes } = await done(
      maker.call(calls.preview, { body: { items: [{ kind: 'application', key: 'shop' }] } }),
    )
    expect(items.map(({ kind, key, isChosen }) => `${isChosen ? '*' : ''}${kind} ${key}`)).toEqual([
      'group people',
      'group sales',
      'category Orders',
      'category Trade',
      'globalProperty orderLimit',
      'dataList cities',
      'externalSystem ERP',
      'connection ERP/Test',
      'externalApi ERP/Stock',
      'adapter suppliers',
      '*application shop',
      'form order-form',
      'decision discount',
      'process order',
    ])
    expect(notes).toEqual([])
  })

  it('has readable files and no secrets', async () => {
    const { files } = await itemsOf(whole)
    expect(files['process/order.bpmn']).toBe(bpmn)
    expect(JSON.parse(files['dataList/cities.rows.json'] ?? '')).toEqual([
      ['Bern', '140000'],
      ['Basel', null],
    ])
    const text = JSON.stringify(await filesOf(whole))
    expect(text).not.toContain('secret-1')
    expect(text).not.toContain('secret-2')
    expect(
      await admin.query(`select items, with_rows from package_export where workplace_id = $1`, [workplaceId]),
    ).toMatchObject({
      rows: [{ with_rows: true }],
    })
  })

  it('gives the same application field by field in another workplace', async () => {
    const { id } = await read(importer, whole)
    const before = await look(importer, id)
    expect(before.signature.trust).toBe('unknown')
    expect(resultsOf(before)).toEqual(['new'])
    expect(before.users).toEqual([{ name: 'ann', usedBy: ['Order'] }])
    expect((await start(importer, id)).error.code).toBe('package.undecided')
    await done(start(importer, id, { users: { ann: '' } }))
    expect((await start(importer, id, { users: { ann: '' } })).error.code).toBe('package.started')
    expect(await work()).toEqual(['done'])
    const after = await look(importer, id)
    expect(after).toMatchObject({
      state: 'done',
      counts: { created: 19, updated: 0, same: 0, skipped: 0 },
      canRollBack: true,
    })
    expect(after.setUp.map(({ kind, key, message }) => `${kind} ${key}: ${message}`)).toEqual([
      'globalProperty token: Enter the secret value.',
      'connection ERP/Test: Enter the secret, and test the connection.',
      'application shop: Deploy the application: an import deploys nothing.',
    ])
    expect(after.setUp.every((one) => one.id !== null)).toBe(true)
    const again = await exported(importer, only(await contentsOf(importer)))
    expect(await itemsOf(again)).toEqual(await itemsOf(whole))
  })

  it('gives the same in another database', async () => {
    const user = await second.signIn({ roles: everything })
    const { id } = await read(user, whole)
    await done(start(user, id, { users: { ann: '' } }))
    expect(await work(second)).toEqual(['done'])
    const again = await exported(user, only(await contentsOf(user)), true, second)
    expect(await itemsOf(again)).toEqual(await itemsOf(whole))
  })

  it('changes nothing when it is imported again', async () => {
    const rows = async () =>
      (await admin.query('select count(*)::int as count from audit_entry where workplace_id = $1', [elsewhere])).rows
    const { id } = await read(importer, whole)
    expect(resultsOf(await look(importer, id))).toEqual(['same'])
    await done(start(importer, id, { users: { ann: '' } }))
    const before = await versions()
    expect(await work()).toEqual(['done'])
    expect(await versions()).toEqual(before)
    expect(await look(importer, id)).toMatchObject({ counts: { created: 0, updated: 0, same: 19 } })
    expect(await rows()).toEqual(expect.anything())

    async function versions() {
      const { rows: found } = await admin.query(
        `select 'form' as kind, id, version, revision from form where workplace_id = $1
          union all select 'process', id, version, revision from app_process where workplace_id = $1
          union all select 'list', id, version, revision from data_list where workplace_id = $1
          union all select 'group', id, 0, revision from user_group where workplace_id = $1 order by 1, 2`,
        [elsewhere],
      )
      return found
    }
  })
})

describe('the next version of a package', () => {
  it('updates what came from the last one, and asks about what was changed here', async () => {
    await done(
      maker.call(formCalls.saveDesign, {
        params: { appId: shop.appId, formId: shop.formId },
        body: { designerJson: design('Full name'), version: 1 },
      }),
    )
    const next = await exported(maker, only(await contentsOf(maker)))
    const first = await read(importer, next)
    const plan = await look(importer, first.id)
    const form = plan.items.find(({ kind }) => kind === 'form')
    expect(form).toMatchObject({
      result: 'update',
      differences: [{ field: 'design.root.0.props.label', before: 'Name', after: 'Full name' }],
    })
    await done(importer.call(calls.cancel, { params: { id: first.id } }))

    const { items } = await done(importer.call(applicationCalls.list, { query: {} as never }))
    const appId = items[0]?.id ?? ''
    const [theirs] = (
      await admin.query('select id from form where workplace_id = $1 and form_key = $2', [elsewhere, 'order-form'])
    ).rows
    await done(
      importer.call(formCalls.saveDesign, {
        params: { appId, formId: theirs.id },
        body: { designerJson: design('Their name'), version: 1 },
      }),
    )
    const { id } = await read(importer, next)
    const conflict = (await look(importer, id)).items.find(({ kind }) => kind === 'form')
    expect(conflict).toMatchObject({ result: 'conflict', message: 'It was changed here since the last import.' })
    expect((await start(importer, id, { users: { ann: '' } })).error.details).toEqual([
      { where: 'items.form.order-form', message: 'Decide what to do with “Order form”.' },
    ])
    await done(
      start(importer, id, { users: { ann: '' }, items: [{ kind: 'form', key: 'order-form', action: 'replace' }] }),
    )
    expect(await work()).toEqual(['done'])
    expect(await itemsOf(await exported(importer, only(await contentsOf(importer))))).toEqual(await itemsOf(next))

    // Rolled back, the form is as it was before, by one version more.
    await done(importer.call(calls.rollBack, { params: { id } }))
    const [text] = (
      await admin.query('select designer_json from form_version where form_id = $1 order by version desc limit 1', [
        theirs.id,
      ])
    ).rows
    expect(JSON.parse(text.designer_json)).toEqual(JSON.parse(design('Their name')))
    expect(await look(importer, id)).toMatchObject({ state: 'rolled-back', canRollBack: false })
  })

  it('is imported beside what is here under other keys, by which its items name each other', async () => {
    const { id } = await read(maker, await exported(importer, [{ kind: 'application', key: 'shop' }], false))
    const { items } = await look(maker, id)
    const decisions = items.map(({ kind, key, name, canRename }) =>
      canRename
        ? { kind, key, action: 'rename' as const, newKey: `${key}-2`, newName: `${name} 2` }
        : { kind, key, action: 'skip' as const },
    )
    const renamed = decisions.filter(({ action }) => action === 'rename').map(({ key }) => key)
    expect(renamed).toEqual(['shop', 'order-form', 'discount', 'order'])
    const person = await signIn({ username: 'anna.k', roles: [] })
    await done(start(maker, id, { items: decisions, users: { ann: person.user.username } }))
    expect(await work()).toEqual(['done'])
    const { rows } = await admin.query(
      `select v.design_xml, p.name from app_process p join app_process_version v on v.process_id = p.id and v.version = p.version where p.workplace_id = $1 and p.process_key = 'order-2'`,
      [workplaceId],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].design_xml).toContain('camunda:formKey="order-form-2"')
    expect(rows[0].design_xml).toContain('camunda:decisionRef="discount-2"')
    expect(rows[0].design_xml).toContain('camunda:assignee="anna.k"')

    // Nothing was changed since: it goes as a whole.
    await done(maker.call(calls.rollBack, { params: { id } }))
    expect((await contentsOf(maker)).filter(({ key }) => key.endsWith('-2'))).toEqual([])
  })
})

it('an export reads rows only when they fit, and its preview reads none', async () => {
  const request = testRequest({ workplaceId, roles: [...everything] })
  const collected = await collect({ db, clock, runtime }, request, { items: [{ kind: 'dataList', key: 'cities' }] })
  if (collected instanceof Refusal) throw collected
  const items = collected.items.map(({ item }) => item)
  expect(items).toMatchObject([{ content: { rows: null } }])
  expect(await readRows({ db }, request, items)).toMatchObject([
    {
      content: {
        rows: [
          ['Bern', '140000'],
          ['Basel', null],
        ],
      },
    },
  ])
  expect(await readRows({ db }, request, items, 10)).toMatchObject({ code: 'package.too-large' })
})

describe('rolling back', () => {
  it('says which items were changed or used since, and does nothing then', async () => {
    const third = await createWorkplace(db, { reference: 'third' })
    const user = await signInAs(await createUser(db, { workplaceId: third, roles: everything }))
    const { id } = await imported(user, whole)
    const { items } = await done(user.call(groupCalls.list, { query: {} as never }))
    const group = items.find(({ key }) => key === 'sales')
    await done(user.call(groupCalls.save, { params: { id: group?.id ?? '' }, body: { name: 'Sales and more' } }))
    const refused = await user.call(calls.rollBack, { params: { id } })
    expect(refused.error).toMatchObject({
      code: 'package.changed',
      details: [{ where: 'group sales', message: '“Sales” was changed' }],
    })
    expect((await contentsOf(user)).length).toBe(19)
  })

  it('keeps a form, a process and a decision that were deployed since', async () => {
    const twelfth = await createWorkplace(db, { reference: 'twelfth' })
    const user = await signInAs(await createUser(db, { workplaceId: twelfth, roles: everything }))
    await imported(user, whole)
    const added = [
      { kind: 'form', key: 'order-form', newKey: 'order-form-9' },
      { kind: 'process', key: 'order', newKey: 'order-9' },
      { kind: 'decision', key: 'discount', newKey: 'discount-9' },
    ] as const
    const { id } = await imported(user, whole, {
      items: added.map((one) => ({ ...one, action: 'rename' as const, newName: `New ${one.kind}` })),
    })
    await admin.query(
      `insert into application_version (workplace_id, application_id, version, deployed_at) select workplace_id, id, 1, now() from application where workplace_id = $1`,
      [twelfth],
    )
    await admin.query(
      `insert into application_version_part (workplace_id, application_id, version, kind, part_id, name, key, part_version)
        select i.workplace_id, a.id, 1, i.kind, i.item_id, i.name, i.key, 1 from package_import_item i join application a using (workplace_id)
          where i.import_id = $1 and i.action = 'created'`,
      [id],
    )
    const { error } = await user.call(calls.rollBack, { params: { id } })
    expect(error.details?.map(({ message }) => message).sort()).toEqual([
      '“New decision” was deployed',
      '“New form” was deployed',
      '“New process” was deployed',
    ])
  })

  it('keeps values of global properties in environments, of which a package knows nothing', async () => {
    const place = await createWorkplace(db, { reference: 'in-environments' })
    const user = await signInAs(await createUser(db, { workplaceId: place, roles: everything }))
    const limit = { kind: 'globalProperty', key: 'orderLimit' } as const
    const bytes = await exported(maker, [limit])
    await imported(user, bytes, { users: {} })
    const params = { id: (await done(user.call(globalPropertyCalls.list))).items[0]?.id ?? '' }
    const environments = [{ environment: 'test', value: '9' }]
    const body = { name: 'Limit', type: 'number', value: '8', isPerEnvironment: true, environments } as const
    await done(user.call(globalPropertyCalls.save, { params, body: { ...body, environments: [...environments] } }))
    const { id } = await imported(user, bytes, { users: {}, items: [{ ...limit, action: 'replace' }] })
    const replaced = { value: '7', isPerEnvironment: true, environments }
    expect(await done(user.call(globalPropertyCalls.get, { params }))).toMatchObject(replaced)
    await done(user.call(calls.rollBack, { params: { id } }))
    expect(await done(user.call(globalPropertyCalls.get, { params }))).toMatchObject({ ...replaced, value: '8' })
  })

  it('waits for a change that somebody is writing, and keeps it', async () => {
    const place = await createWorkplace(db, { reference: 'rolled-meanwhile' })
    const user = await signInAs(await createUser(db, { workplaceId: place, roles: everything }))
    await imported(user, whole)
    await admin.query(
      `update email_template set subject = 'First', revision = revision + 1, updated_at = now() where workplace_id = $1`,
      [place],
    )
    const { id } = await imported(user, whole, {
      items: [{ kind: 'emailTemplate', key: 'Thanks', action: 'replace' }],
    })
    const holder = await admin.connect()
    await holder.query('begin')
    await holder.query(
      `update email_template set subject = 'Second', revision = revision + 1, updated_at = now() where workplace_id = $1`,
      [place],
    )
    const answer = user.call(calls.rollBack, { params: { id } })
    try {
      await expect
        .poll(async () => (await admin.query('select 1 from pg_locks where not granted')).rows.length)
        .toBeGreaterThan(0)
    } finally {
      await holder.query('commit')
      holder.release()
    }
    expect((await answer).error).toMatchObject({
      code: 'package.changed',
      details: [{ message: '“Thanks” was changed' }],
    })
    const { rows } = await admin.query('select subject from email_template where workplace_id = $1', [place])
    expect(rows).toEqual([{ subject: 'Second' }])
  })

  it('keeps what other designs refer to since: groups, forms, decisions, data lists, properties, adapters', async () => {
    const place = await createWorkplace(db, { reference: 'named-since' })
    const user = await signInAs(await createUser(db, { workplaceId: place, roles: everything }))
    const { id } = await imported(user, whole)
    const { id: appId } = await done(
      user.call(applicationCalls.create, { body: { name: 'Own', key: 'own', category: null } }),
    )
    const form = await done(
      user.call(formCalls.create, { params: { appId }, body: { name: 'Own form', formKey: 'own-form' } }),
    )
    await done(
      user.call(formCalls.saveDesign, { params: { appId, formId: form.id }, body: { designerJson: design('Own') } }),
    )
    const process = await done(
      user.call(appProcessCalls.create, { params: { appId }, body: { name: 'Own process', key: 'own' } }),
    )
    const xml = bpmn.replace('id="order" name="Order"', 'id="own" name="Own process"')
    await done(user.call(appProcessCalls.saveDesign, { params: { appId, processId: process.id }, body: { xml } }))
    const { error } = await user.call(calls.rollBack, { params: { id } })
    expect(error.code).toBe('package.changed')
    expect(error.details?.map(({ where, message }) => `${where}: ${message}`).toSorted()).toEqual([
      'adapter suppliers: “Suppliers” is used by “Own form”',
      'dataList cities: “Cities” is used by “Own form”',
      'decision discount: “Discount” is used by “Own process”',
      'form order-form: “Order form” is used by “Own process”',
      'globalProperty orderLimit: “Limit” is used by “Own process”',
      'group sales: “Sales” is used by “Own process”',
    ])
    expect((await contentsOf(user)).length).toBe(22)
  })

  it('leaves the workplace as it was, and only the last import can be', async () => {
    const fourth = await createWorkplace(db, { reference: 'fourth' })
    const user = await signInAs(await createUser(db, { workplaceId: fourth, roles: everything }))
    const { id } = await imported(user, whole)
    await done(user.call(calls.rollBack, { params: { id } }))
    expect(await contentsOf(user)).toEqual([])
    expect((await user.call(calls.rollBack, { params: { id } })).error.code).toBe('package.started')
    // And it can be imported again.
    expect(await imported(user, whole)).toMatchObject({ counts: { created: 19 } })
  })
})

describe('rights', () => {
  it('are those of each kind: an import gives nobody what they could not give', async () => {
    const fifth = await createWorkplace(db, { reference: 'fifth' })
    const onlyAdmin = await signInAs(await createUser(db, { workplaceId: fifth, roles: ['RoleAdmin'] }))
    const { id } = await read(onlyAdmin, whole)
    const { items } = await look(onlyAdmin, id)
    expect(items.filter(({ result }) => result === 'refused').map(({ kind }) => kind)).not.toContain('theme')
    expect(items.filter(({ result }) => result !== 'refused').map(({ kind }) => kind)).toEqual(['theme', 'ownRole'])
    expect((await start(onlyAdmin, id, { users: { ann: '' } })).error.code).toBe('right.missing')
    // Rights that were lost since the start count.
    const losing = await signInAs(await createUser(db, { workplaceId: fifth, roles: everything }))
    const second = await read(losing, whole)
    await done(start(losing, second.id, { users: { ann: '' } }))
    await admin.query(`delete from user_role where user_id = $1 and role = 'RoleUserAdmin'`, [losing.user.id])
    expect(await work()).toEqual(['failed'])
    expect(await look(losing, second.id)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('RoleUserAdmin'),
    })
    expect(await contentsOf(losing)).toEqual([])
  })
})

describe('a package that cannot be trusted', () => {
  const codeOf = async (bytes: Buffer) => (await upload(importer, bytes)).error

  it('is refused with a plain sentence', async () => {
    const files = await filesOf(whole)
    const changed = { ...files, 'process/order.bpmn': `${files['process/order.bpmn']} ` }
    expect(await codeOf(zip(changed))).toMatchObject({
      code: 'package.invalid',
      message: expect.stringContaining('“process/order.bpmn” was changed'),
    })
    const { 'signature.json': _, ...unsigned } = files
    expect(await codeOf(zip(unsigned))).toMatchObject({ message: expect.stringContaining('the signature is missing') })
    expect(await codeOf(zip({ ...files, 'more.txt': 'x' }))).toMatchObject({
      message: expect.stringContaining('“more.txt”'),
    })
    const forged = JSON.parse(files['manifest.json'] ?? '')
    expect(
      await codeOf(zip({ ...files, 'manifest.json': JSON.stringify({ ...forged, workplace: 'Ours' }) })),
    ).toMatchObject({
      message: expect.stringContaining('“manifest.json”'),
    })
    expect(await codeOf(zip({ ...files, '../../climb.json': '{}' }))).toMatchObject({
      message: expect.stringContaining('leads out of it'),
    })
    expect(await codeOf(Buffer.from('no zip'))).toMatchObject({ message: expect.stringContaining('not a zip archive') })
  })

  /** A package with other contents of some items, signed as that of an installation is. */
  async function signedWith(change: (files: Record<string, string>) => void) {
    const key = createInstallationKey('another secret that is long enough')
    const { 'manifest.json': manifest = '', 'signature.json': _, ...files } = await filesOf(whole)
    change(files)
    const listed = JSON.parse(manifest)
    for (const item of listed.items)
      for (const file of item.files)
        file.sha256 = createHash('sha256')
          .update(files[file.path] ?? '')
          .digest('hex')
    const text = JSON.stringify(listed)
    const seal = { algorithm: 'Ed25519', publicKey: key.publicKey, signature: key.sign(Buffer.from(text)) }
    return zip({ ...files, 'manifest.json': text, 'signature.json': JSON.stringify(seal) })
  }

  it('is refused when an item goes by another key or name than the list says', async () => {
    for (const other of [{ key: 'other' }, { name: 'Other' }])
      expect(
        await codeOf(
          await signedWith((files) => {
            const form = JSON.parse(files['form/order-form.json'] ?? '')
            files['form/order-form.json'] = JSON.stringify({ ...form, ...other })
          }),
        ),
      ).toMatchObject({ code: 'package.invalid', message: expect.stringContaining('“manifest.json” was changed') })
  })

  it('is compared field by field, regardless of the names of fields', async () => {
    const tenth = await createWorkplace(db, { reference: 'tenth' })
    const user = await signInAs(await createUser(db, { workplaceId: tenth, roles: everything }))
    await imported(user, whole)
    const bytes = await signedWith((files) => {
      const form = JSON.parse(files['form/order-form.form'] ?? '')
      files['form/order-form.form'] = JSON.stringify({ ...form, constructor: 'x', toString: 'y' })
    })
    const { items } = await look(user, (await read(user, bytes)).id)
    expect(items.find(({ kind }) => kind === 'form')?.differences).toEqual([
      { field: 'design.constructor', before: null, after: 'x' },
      { field: 'design.toString', before: null, after: 'y' },
    ])
  })

  it('of another version, or a bomb, is refused too', async () => {
    const key = createInstallationKey('another secret that is long enough')
    const sign = (manifest: string) =>
      JSON.stringify({ algorithm: 'Ed25519', publicKey: key.publicKey, signature: key.sign(Buffer.from(manifest)) })
    const newer = JSON.stringify({ format: 'millrace-package', version: 2 })
    expect(await codeOf(zip({ 'manifest.json': newer, 'signature.json': sign(newer) }))).toMatchObject({
      message: expect.stringContaining('version 2'),
    })
    const bomb = zip({ 'manifest.json': Buffer.alloc(120 * 1024 * 1024), 'signature.json': '{}' })
    expect(bomb.length).toBeLessThan(1_000_000)
    expect(await codeOf(bomb)).toMatchObject({ message: expect.stringContaining('MB in the package') })

    // Signed as it should be, by an installation that nobody knows.
    const { 'manifest.json': manifest = '', ...files } = await filesOf(whole)
    const foreign = await read(importer, zip({ ...files, 'manifest.json': manifest, 'signature.json': sign(manifest) }))
    expect((await look(importer, foreign.id)).signature).toEqual({
      ...{ fingerprint: key.fingerprint, trust: 'unknown', isOfInstallation: false },
    })
    const items = (await look(importer, foreign.id)).items.map(({ kind, key: itemKey }) => ({
      kind,
      key: itemKey,
      action: 'skip' as const,
    }))
    expect((await start(importer, foreign.id, { items, users: { ann: '' }, trust: false })).error.code).toBe(
      'package.untrusted',
    )
    await done(start(importer, foreign.id, { items, users: { ann: '' }, trust: true }))
    expect(await work()).toEqual(['done'])
    expect((await look(importer, foreign.id)).signature.trust).toBe('trusted')
  })

  it('of another workplace of the installation is asked about once, of each workplace', async () => {
    const place = await createWorkplace(db, { reference: 'asked-once' })
    const user = await signInAs(await createUser(db, { workplaceId: place, roles: everything }))
    const foreign = await read(user, whole)
    expect((await look(user, foreign.id)).signature).toMatchObject({ trust: 'unknown', isOfInstallation: true })
    const untrusted = await start(user, foreign.id, { users: { ann: '' }, trust: false })
    expect(untrusted.error).toMatchObject({
      code: 'package.untrusted',
      message: expect.stringContaining('another workplace of this installation'),
    })
    await done(start(user, foreign.id, { users: { ann: '' } }))
    expect(await work()).toEqual(['done'])
    expect((await look(user, (await read(user, whole)).id)).signature.trust).toBe('trusted')
    // That of one says nothing of another, and the own ones need no question.
    const own = await exported(user, only(await contentsOf(user)))
    expect((await look(user, (await read(user, own)).id)).signature.trust).toBe('here')
    const next = await createWorkplace(db, { reference: 'asked-too' })
    const stranger = await signInAs(await createUser(db, { workplaceId: next, roles: everything }))
    await imported(stranger, whole)
    const others = await exported(stranger, only(await contentsOf(stranger)))
    expect((await look(user, (await read(user, others)).id)).signature.trust).toBe('unknown')
    // Of an older version, which does not say which workplace it is.
    const { 'manifest.json': manifest = '', 'signature.json': _, ...files } = await filesOf(own)
    const { workplaceId: __, ...older } = JSON.parse(manifest)
    const text = JSON.stringify(older)
    const key = createInstallationKey(options.secret)
    const seal = { algorithm: 'Ed25519', publicKey: key.publicKey, signature: key.sign(Buffer.from(text)) }
    const old = zip({ ...files, 'manifest.json': text, 'signature.json': JSON.stringify(seal) })
    expect((await look(user, (await read(user, old)).id)).signature.trust).toBe('unknown')
  })
})

describe('an import that ends half way', () => {
  it('leaves nothing, wherever the database fails, and can be done afterwards', async () => {
    const sixth = await createWorkplace(db, { reference: 'sixth' })
    const user = await signInAs(await createUser(db, { workplaceId: sixth, roles: everything }))
    await admin.query(
      `create function fail_at() returns trigger language plpgsql as $$ begin
        if new.workplace_id = '${sixth}' and nextval('writes') = (select last_value from fail_place) then raise exception 'killed' using errcode = '57P01'; end if; return new; end $$`,
    )
    await admin.query('create sequence writes; create sequence fail_place; grant all on writes, fail_place to public')
    const { rows: tables } = await admin.query(
      `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workplace_id' where c.relkind = 'r' and not c.relispartition
        and c.relnamespace = 'public'::regnamespace and c.relname in ('user_group', 'group_role', 'category', 'user_theme', 'global_property', 'email_template', 'data_list', 'data_list_version', 'data_list_row', 'external_system', 'external_connection', 'external_api', 'external_adapter', 'form', 'form_version', 'application', 'app_process', 'app_process_version', 'app_decision', 'app_decision_version', 'package_import_item')`,
    )
    for (const { relname } of tables)
      await admin.query(
        `create trigger fail_at before insert or update on ${relname} for each row execute function fail_at()`,
      )
    try {
      const { id } = await read(user, whole)
      await done(start(user, id, { users: { ann: '' } }))
      let failures = 0
      for (let place = 1; place <= 200; place++) {
        await admin.query(`select setval('writes', 1, false), setval('fail_place', $1)`, [place])
        const outcome = await work().then(
          ([one]) => one,
          () => 'killed',
        )
        if (outcome === 'done') break
        failures++
        const { rows } = await admin.query(
          `select (select count(*) from application where workplace_id = $1) + (select count(*) from user_group where workplace_id = $1) + (select count(*) from user_theme where workplace_id = $1) + (select count(*) from package_import_item where workplace_id = $1) as count`,
          [sixth],
        )
        expect([place, outcome, Number(rows[0].count)]).toEqual([place, 'killed', 0])
        // As when the lease of a killed worker has run out.
        await admin.query('update job set locked_by = null, locked_until = null, attempts = 0 where id = $1', [id])
      }
      expect(failures).toBeGreaterThan(30)
      expect(await look(user, id)).toMatchObject({ counts: { created: 19 } })
    } finally {
      for (const { relname } of tables) await admin.query(`drop trigger fail_at on ${relname}`)
    }
  })

  it('is refused when somebody changes an item after its start', async () => {
    const { id } = await read(importer, await exported(maker, only(await contentsOf(maker))))
    const { items } = await look(importer, id)
    const decisions = items
      .filter(({ result }) => result === 'conflict')
      .map(({ kind, key }) => ({ kind, key, action: 'replace' as const }))
    expect(items.filter(({ result }) => result === 'same').map(({ key }) => key)).toContain('Thanks')
    await done(start(importer, id, { items: decisions, users: { ann: '' } }))
    await admin.query(
      `update email_template set subject = 'Changed', revision = revision + 1, updated_at = now() where workplace_id = $1`,
      [elsewhere],
    )
    expect(await work()).toEqual(['failed'])
    expect(await look(importer, id)).toMatchObject({ message: expect.stringContaining('“Thanks” (an email template)') })
    await admin.query(`update email_template set subject = 'Thanks' where workplace_id = $1`, [elsewhere])
  })

  it('is refused when somebody changes what it is to replace, before and after its start', async () => {
    const place = await createWorkplace(db, { reference: 'replaced-meanwhile' })
    const user = await signInAs(await createUser(db, { workplaceId: place, roles: everything }))
    await imported(user, whole)
    const subject = (text: string) =>
      admin.query(
        `update email_template set subject = $2, revision = revision + 1, updated_at = now() where workplace_id = $1`,
        [place, text],
      )
    await subject('First')
    const { id } = await read(user, whole)
    const decide = async (stamp?: string | null) => {
      const seen = (await look(user, id)).items.find(({ key }) => key === 'Thanks')?.stamp ?? ''
      const one = { kind: 'emailTemplate', key: 'Thanks', action: 'replace' } as const
      return { seen, body: { users: { ann: '' }, items: [{ ...one, stamp: stamp ?? seen }] } }
    }
    const { seen } = await decide()
    await subject('Second')
    const refused = await start(user, id, (await decide(seen)).body)
    expect(refused.error).toMatchObject({
      code: 'package.undecided',
      message: expect.stringContaining('“Thanks” was changed since you looked at it'),
    })
    await done(start(user, id, (await decide()).body))
    await subject('Third')
    expect(await work()).toEqual(['failed'])
    expect(await look(user, id)).toMatchObject({ message: expect.stringContaining('“Thanks” (an email template)') })
    const { rows } = await admin.query('select subject from email_template where workplace_id = $1', [place])
    expect(rows).toEqual([{ subject: 'Third' }])
  })

  it('is refused when somebody changes an item while it runs', async () => {
    const ninth = await createWorkplace(db, { reference: 'ninth' })
    const user = await signInAs(await createUser(db, { workplaceId: ninth, roles: everything }))
    await imported(user, whole)
    const subject = (text: string) =>
      admin.query(
        `update email_template set subject = $2, revision = revision + 1, updated_at = now() where workplace_id = $1`,
        [ninth, text],
      )
    await subject('First')
    await admin.query(`update user_theme set name = 'Dawn', updated_at = now() where workplace_id = $1`, [ninth])
    const { id } = await read(user, whole)
    const { items } = await look(user, id)
    const conflicts = items.filter(({ result }) => result === 'conflict')
    expect(conflicts.map(({ kind }) => kind)).toEqual(['theme', 'emailTemplate'])
    const decisions = conflicts.map(({ kind, key }) => ({ kind, key, action: 'replace' as const }))
    await done(start(user, id, { items: decisions, users: { ann: '' } }))
    const holder = await admin.connect()
    await holder.query('begin; lock table user_theme in share row exclusive mode')
    const outcome = work()
    try {
      const waiting = `select count(*)::int as count from pg_locks where relation = 'user_theme'::regclass and not granted`
      await expect.poll(async () => (await admin.query(waiting)).rows[0].count).toBeGreaterThan(0)
      await subject('Second')
    } finally {
      await holder.query('commit')
      holder.release()
    }
    expect(await outcome).toEqual(['failed'])
    expect(await look(user, id)).toMatchObject({
      message: expect.stringContaining('Somebody has changed the item since the import started'),
    })
    const { rows } = await admin.query('select subject from email_template where workplace_id = $1', [ninth])
    expect(rows).toEqual([{ subject: 'Second' }])
  })

  it('takes only keys and names that its pages take', async () => {
    const { id } = await read(importer, whole)
    const rename = (newKey: string, newName = 'Other') =>
      start(importer, id, {
        users: { ann: '' },
        items: [{ kind: 'form', key: 'order-form', action: 'rename', newKey, newName }],
      })
    for (const answer of [await rename('no spaces here'), await rename('fine', '<b>')])
      expect(answer.error.code).toBe('package.undecided')
    await done(importer.call(calls.cancel, { params: { id } }))
  })

  it('is cancelled in the middle of its work, and keeps nothing', async () => {
    const eighth = await createWorkplace(db, { reference: 'eighth' })
    const user = await signInAs(await createUser(db, { workplaceId: eighth, roles: everything }))
    const { id } = await read(user, whole)
    await done(start(user, id, { users: { ann: '' } }))
    const holder = await admin.connect()
    await holder.query('begin; lock table user_theme in access exclusive mode')
    const outcome = work()
    try {
      const stateOf = async () =>
        (await admin.query('select state from package_import where id = $1', [id])).rows[0].state
      await expect.poll(stateOf).toBe('running')
      await done(user.call(calls.cancel, { params: { id } }))
    } finally {
      await holder.query('commit')
      holder.release()
    }
    expect(await outcome).toEqual(['failed'])
    expect(await look(user, id)).toMatchObject({ state: 'cancelled', counts: { created: 0 } })
    expect(await contentsOf(user)).toEqual([])
  })

  it('is cancelled before it runs, and keeps nothing', async () => {
    const seventh = await createWorkplace(db, { reference: 'seventh' })
    const user = await signInAs(await createUser(db, { workplaceId: seventh, roles: everything }))
    const { id } = await read(user, whole)
    await done(start(user, id, { users: { ann: '' } }))
    const [job] = (await claimAll(db, clock())).filter(({ kind }) => kind === 'package')
    await done(user.call(calls.cancel, { params: { id } }))
    expect(await runClaimedJob({ runtime, services: {} as Services }, job as never)).toBe('gone')
    expect(await look(user, id)).toMatchObject({ state: 'cancelled' })
    expect(await contentsOf(user)).toEqual([])
  })
})

it('is not for others', async () => {
  const designer = await signIn({ roles: ['RoleDesign'] })
  expect((await designer.call(api.packages.contents)).status).toBe(403)
  const stranger = await signInAs(await createUser(db, { workplaceId: elsewhere, roles: ['RoleAdmin'] }))
  const { id } = await read(maker, whole)
  expect((await stranger.call(calls.get, { params: { id } })).error.code).toBe('thing.not-found')
})

it('makes room for others a week after nobody has decided about it', async () => {
  const eleventh = await createWorkplace(db, { reference: 'eleventh' })
  const user = await signInAs(await createUser(db, { workplaceId: eleventh, roles: everything }))
  await read(user, whole)
  await admin.query(
    `insert into package_import (workplace_id, id, file_name, file_size, digest, origin_workplace, origin_created_at, origin_created_by, fingerprint, state, created_at)
      select workplace_id, gen_random_uuid(), file_name, file_size, digest, origin_workplace, origin_created_at, origin_created_by, fingerprint, state, created_at
        from package_import, generate_series(1, 19) where workplace_id = $1`,
    [eleventh],
  )
  expect((await upload(user, whole)).error.code).toBe('package.too-many')
  clock.advance({ days: 8 })
  const later = await signInAs(user.user)
  const { id } = await read(later, whole)
  const { body } = await later.call(calls.imports)
  expect(body.map((one) => one.id)).toEqual([id])
})
