import { type AnswerOf, type AppProcess, applicationCalls, appProcessCalls, formCalls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { multipart } from '../../runtime/testing/multipart.ts'

const { db, admin, workplaceId, signIn, anonymous } = await createTestApp()
const designer = await signIn({ roles: ['RoleDesign'], firstName: 'Grace', lastName: 'Hopper' })
const colleague = await signIn({ roles: ['RoleDesign'], firstName: 'Ada', lastName: 'King' })
const stranger = await signIn({ workplaceId: await createWorkplace(db), roles: ['RoleDesign'] })
await admin.query(`insert into category (workplace_id, id, name) values ($1, gen_random_uuid(), 'Sales')`, [
  workplaceId,
])
const application = await designer.call(applicationCalls.create, {
  body: { name: 'Orders', key: 'orders', category: 'Sales' },
})
const appId = application.body.id

const grace = { username: designer.user.username, displayName: 'Grace Hopper' }
const at = '2030-01-07T09:00:00.000Z'
let count = 0
const create = async (more: object = {}): Promise<AppProcess> => {
  const body = { name: `Process ${++count}`, key: `process-${count}`, ...more }
  const answer = await designer.call(appProcessCalls.create, { params: { appId }, body })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.error))
  return answer.body
}
const xmlOf = (key: string, more = '', inside = '<bpmn:startEvent id="start"/>') =>
  `<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="t"><bpmn:process id="${key}" isExecutable="true" ${more}>${inside}</bpmn:process></bpmn:definitions>`
const importFile = async (content: string | Uint8Array, fields: Record<string, string> = {}) => {
  const { headers, payload } = multipart([{ name: 'model.bpmn', content: content as string }], fields)
  const url = `/api/applications/${appId}/appprocesses/import`
  const { status, body } = await designer.send({ method: 'POST', url, headers, payload })
  return { status, body: body as AnswerOf<typeof appProcessCalls.importFile> & { readonly code: string } }
}
const readXml = async (processId: string) =>
  (await designer.call(appProcessCalls.modeller, { params: { appId, processId } })).body.xml
const save = (processId: string, body: object, client: TestClient = designer) =>
  client.call(appProcessCalls.saveDesign, { params: { appId, processId }, body: body as { xml: string } })

describe('a process', () => {
  it('is created with a start event, and listed with the category of its application', async () => {
    const made = await create({
      name: 'Order',
      key: 'order',
      documentation: 'How goods are ordered',
      starterGroups: 'sales',
    })
    expect(made).toEqual({
      id: expect.any(String),
      application: { id: appId, name: 'Orders' },
      name: 'Order',
      key: 'order',
      category: null,
      icon: null,
      documentation: 'How goods are ordered',
      starterUsers: null,
      starterGroups: 'sales',
      revision: 1,
      version: 1,
      disabled: null,
      editor: null,
      createdAt: at,
      createdBy: grace,
      updatedAt: at,
      updatedBy: grace,
    })
    expect(await readXml(made.id)).toContain('<bpmn:process id="order" isExecutable="true" name="Order"')
    const { body } = await designer.call(appProcessCalls.list, { query: { q: 'order', application: appId } })
    expect(body.items).toMatchObject([{ name: 'Order', key: 'order', category: 'Sales', version: 1 }])
    expect((await designer.call(applicationCalls.get, { params: { appId } })).body.processes).toBe(1)
  })

  it('writes what its design says of it into the design, as the next version', async () => {
    const { id: processId } = await create({ key: 'writes' })
    const params = { appId, processId }
    const body = { name: 'Writing', key: 'written', starterUsers: 'ann, bob', icon: 'home:tabler', revision: 1 }
    const changed = await designer.call(appProcessCalls.save, { params, body })
    expect(changed.body).toMatchObject({
      name: 'Writing',
      key: 'written',
      icon: 'home:tabler',
      revision: 2,
      version: 2,
    })
    const xml = await readXml(processId)
    expect(xml).toContain('bpmnElement="written"')
    expect(xml).toContain('millrace:candidateStarterUsers="ann, bob"')
    const { body: same } = await designer.call(appProcessCalls.save, {
      params,
      body: { ...body, category: 'Sales', revision: 2 },
    })
    expect(same).toMatchObject({ category: 'Sales', revision: 3, version: 2 })
    const late = await designer.call(appProcessCalls.save, { params, body })
    expect([late.status, late.error.code]).toEqual([409, 'thing.changed'])
  })

  it.each([
    [{ name: '' }, 400],
    [{ name: 'x'.repeat(51) }, 400],
    [{ key: '1st' }, 400],
    [{ key: 'a b' }, 400],
    [{ key: 'a"b' }, 400],
    [{ key: 'x'.repeat(256) }, 400],
    [{ icon: 'nothing' }, 400],
    [{ documentation: 'x'.repeat(4001) }, 400],
    [{ category: 'Nowhere' }, 404],
  ])('refuses %j', async (more, status) => {
    const body = { name: 'Wrong', key: 'wrong', ...more }
    expect((await designer.call(appProcessCalls.create, { params: { appId }, body })).status).toBe(status)
    expect((await designer.call(appProcessCalls.list, { query: { q: 'wrong' } })).body.items).toEqual([])
  })

  it('has a name of its own in its application, and a key of its own in the workplace', async () => {
    const one = await create()
    const params = { appId }
    const twice = [
      await designer.call(appProcessCalls.create, { params, body: { name: one.name.toUpperCase(), key: 'other' } }),
      await designer.call(appProcessCalls.create, { params, body: { name: 'Other', key: one.key.toUpperCase() } }),
    ]
    expect(twice.map(({ status, error: { code, message } }) => [status, code, message])).toEqual([
      [409, 'thing.name-taken', 'A process has this name already'],
      [409, 'thing.key-taken', 'A process has this key already'],
    ])
  })

  it('is disabled with a reason, not changed then, and restored', async () => {
    const { id: processId } = await create()
    const params = { appId, processId }
    const query = { deletedReason: 'Old' }
    expect((await designer.call(appProcessCalls.disable, { params, query })).body.disabled).toEqual({
      at,
      by: grace,
      reason: 'Old',
    })
    const refused = [
      await designer.call(appProcessCalls.disable, { params, query }),
      await designer.call(appProcessCalls.save, { params, body: { name: 'x', key: 'x' } }),
      await save(processId, { xml: xmlOf('x') }),
      await designer.call(appProcessCalls.lock, { params, body: {} }),
      await designer.call(appProcessCalls.copyMultiple, { query: { processIds: processId } }),
    ]
    expect(refused.map(({ error }) => error.code)).toEqual(refused.map(() => 'thing.disabled'))
    expect((await designer.call(appProcessCalls.restore, { params })).body.disabled).toBeNull()
    expect((await designer.call(appProcessCalls.restore, { params })).error.code).toBe('thing.exists')
  })

  it('is not made in an application that is disabled', async () => {
    const other = await designer.call(applicationCalls.create, { body: { name: 'Closed', key: 'closed' } })
    const params = { appId: other.body.id }
    await designer.call(applicationCalls.disable, { params, query: { deletedReason: 'Old' } })
    const refused = await designer.call(appProcessCalls.create, { params, body: { name: 'x', key: 'x' } })
    expect(refused.error.code).toBe('thing.disabled')
  })

  it('is copied with its design, under a name and a key that are free', async () => {
    const made = await create({ name: 'Trip', key: 'trip', icon: 'home:tabler', documentation: 'A trip' })
    const { body: proposals } = await designer.call(appProcessCalls.copyMultiple, { query: { processIds: made.id } })
    expect(proposals).toEqual([{ sourceId: made.id, applicationId: appId, name: 'Trip copy', key: 'trip-copy' }])
    const { body: copies } = await designer.call(appProcessCalls.saveMultiple, { body: { processes: proposals } })
    expect(copies).toMatchObject([
      { name: 'Trip copy', key: 'trip-copy', icon: 'home:tabler', documentation: 'A trip' },
    ])
    expect(await readXml(copies[0]?.id ?? '')).toContain(
      '<bpmn:process id="trip-copy" isExecutable="true" name="Trip copy"',
    )
    const again = await designer.call(appProcessCalls.saveMultiple, {
      body: { processes: [{ ...proposals[0], name: 'Fine', key: 'fine' }, ...proposals] as typeof proposals },
    })
    expect(again.error.details?.[0]?.where).toBe('processes.1.name')
    expect((await designer.call(appProcessCalls.list, { query: { q: 'fine' } })).body.items).toEqual([])
  })

  it('is for designers of its workplace', async () => {
    const { id: processId } = await create()
    const params = { appId, processId }
    const ask = async (client: TestClient) =>
      (
        await Promise.all([
          client.call(appProcessCalls.get, { params }),
          client.call(appProcessCalls.save, { params, body: { name: 'x', key: 'x' } }),
          client.call(appProcessCalls.disable, { params, query: { deletedReason: 'No' } }),
          client.call(appProcessCalls.restore, { params }),
          client.call(appProcessCalls.modeller, { params }),
          client.call(appProcessCalls.history, { params }),
          client.call(appProcessCalls.lock, { params, body: {} }),
          client.call(appProcessCalls.copyMultiple, { query: { processIds: processId } }),
          save(processId, { xml: xmlOf('x') }, client),
        ])
      ).map(({ error }) => error.code)
    expect(new Set(await ask(anonymous()))).toEqual(new Set(['session.missing']))
    expect(new Set(await ask(await signIn()))).toEqual(new Set(['right.missing']))
    expect(new Set(await ask(stranger))).toEqual(new Set(['thing.not-found']))
    const elsewhere = { appId: '00000000-0000-7000-8000-000000000000', processId }
    expect((await designer.call(appProcessCalls.get, { params: elsewhere })).status).toBe(404)
  })
})

describe('a BPMN file', () => {
  it('is imported unchanged, called as it says, and exported unchanged', async () => {
    const xml = xmlOf('invoice', 'name="Invoice: check &amp; pay" camunda:candidateStarterGroups="clerks"')
    const { status, body } = await importFile(xml)
    expect([status, body.process.name, body.process.key, body.process.starterGroups]).toEqual([
      200,
      'Invoice check pay',
      'invoice',
      'clerks',
    ])
    const params = { appId, processId: body.process.id }
    const file = await designer.send({ url: `/api/applications/${appId}/appprocesses/${params.processId}/export` })
    expect(file.headers['content-disposition']).toContain('invoice.bpmn')
    expect(await readXml(params.processId)).toBe(xml)
  })

  it('with errors is imported, which are reported', async () => {
    const { status, body } = await importFile(
      xmlOf('faulty', '', '<bpmn:sequenceFlow id="f" sourceRef="a" targetRef="b"/>'),
      {
        name: 'Faulty',
      },
    )
    expect([status, body.process.name]).toEqual([200, 'Faulty'])
    expect(body.problems.filter(({ severity }) => severity === 'error')).not.toEqual([])
  })

  it('in another encoding is read by what it declares', async () => {
    const text = `<?xml version="1.0" encoding="ISO-8859-1"?>${xmlOf('gruen', 'name="Grün"')}`
    const { body } = await importFile(Buffer.from(text, 'latin1'))
    expect(body.process.name).toBe('Grün')
    expect(await readXml(body.process.id)).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>.*Grün/)
  })

  it.each([
    ['nothing', ''],
    ['no XML', 'PK\u0003\u0004'],
    ['no process', '<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="t"/>'],
    ['entities', `<!DOCTYPE a [<!ENTITY b "c">]>${xmlOf('x')}`],
  ])('with %s is refused', async (_, content) => {
    const { status, body } = await importFile(content)
    expect([status, body.code]).toEqual([422, 'app-process.file-invalid'])
  })
})

describe('the design of a process', () => {
  it('is saved as the next version with a note, reports its errors, and names the process', async () => {
    const { id: processId } = await create({ name: 'Design', key: 'design' })
    const saved = await save(processId, { xml: xmlOf('designed', 'name="Designed"'), version: 1, note: 'First' })
    expect(saved.body).toMatchObject({ version: 2, savedAt: at })
    const params = { appId, processId }
    expect((await designer.call(appProcessCalls.get, { params })).body).toMatchObject({
      name: 'Designed',
      key: 'designed',
      revision: 2,
      version: 2,
    })
    const { body: history } = await designer.call(appProcessCalls.history, { params })
    expect(history).toEqual([
      [{ version: 2, savedBy: grace, note: 'First', restoredFrom: null }, at],
      [{ version: 1, savedBy: grace, note: null, restoredFrom: null }, at],
    ])
    const first = await designer.call(appProcessCalls.version, { params: { ...params, version: '1' } as never })
    expect(first.body.xml).toContain('id="design"')
    const restored = await designer.call(appProcessCalls.restoreVersion, {
      params: { ...params, version: '1' } as never,
      body: { version: 2 },
    })
    expect(restored.body.version).toBe(3)
    expect((await designer.call(appProcessCalls.get, { params })).body.key).toBe('design')
  })

  it('is not saved over what another user has saved since, or is at', async () => {
    const { id: processId } = await create()
    const params = { appId, processId }
    const mine = xmlOf('mine')
    expect((await save(processId, { xml: xmlOf('theirs'), version: 1 }, colleague)).status).toBe(200)
    const old = await save(processId, { xml: mine, version: 1 })
    expect([old.status, old.error.code]).toEqual([409, 'design.changed'])
    expect(old.error.message).toContain('Ada King has saved version 2 since')
    const { body: lock } = await colleague.call(appProcessCalls.lock, { params, body: {} })
    const held = await save(processId, { xml: mine, version: 2 })
    expect([held.status, held.error.code]).toEqual([409, 'design.locked'])
    const details = await designer.call(appProcessCalls.save, { params, body: { name: 'Mine', key: 'mine' } })
    expect(details.error.code).toBe('design.locked')
    const taken = await designer.call(appProcessCalls.lock, { params, body: { takeOver: true } })
    expect(taken.body.token).not.toBeNull()
    const renewed = await colleague.call(appProcessCalls.lock, { params, body: { token: lock.token ?? '' } })
    expect([renewed.body.token, renewed.body.holder.displayName]).toEqual([null, 'Grace Hopper'])
    expect((await save(processId, { xml: mine, version: 2, token: taken.body.token })).status).toBe(200)
    expect((await designer.call(appProcessCalls.get, { params })).body.editor?.holder).toEqual(grace)
    await designer.call(appProcessCalls.unlock, { params, query: { token: taken.body.token ?? '' } })
    expect((await designer.call(appProcessCalls.get, { params })).body.editor).toBeNull()
  })

  it('has what one user has not saved, for them alone, until they save', async () => {
    const { id: processId } = await create()
    const params = { appId, processId }
    await designer.call(appProcessCalls.autoSave, { params, body: { xml: '<unfinished', version: 1 } })
    const seen = async (client: TestClient) => (await client.call(appProcessCalls.modeller, { params })).body.autoSaved
    expect(await seen(designer)).toEqual({ xml: '<unfinished', version: 1, savedAt: at })
    expect(await seen(colleague)).toBeNull()
    await save(processId, { xml: xmlOf('finished') })
    expect(await seen(designer)).toBeNull()
    await designer.call(appProcessCalls.autoSave, { params, body: { xml: '<again', version: 2 } })
    await designer.call(appProcessCalls.discardAutoSaved, { params })
    expect(await seen(designer)).toBeNull()
  })

  it('without a process, or with the key of another one, is refused and nothing is kept of it', async () => {
    const other = await create()
    const { id: processId } = await create()
    const refused = [await save(processId, { xml: '<a/>' }), await save(processId, { xml: xmlOf(other.key) })]
    expect(refused.map(({ error }) => error.code)).toEqual(['app-process.file-invalid', 'thing.key-taken'])
    expect((await designer.call(appProcessCalls.history, { params: { appId, processId } })).body).toHaveLength(1)
  })
})

describe('a copy of an application', () => {
  it('has its processes, which name forms and processes of the copy', async () => {
    const { body: source } = await designer.call(applicationCalls.create, { body: { name: 'Travel', key: 'travel' } })
    const params = { appId: source.id }
    await designer.call(formCalls.create, { params, body: { name: 'Request', formKey: 'request', labels: '' } })
    const made = await designer.call(appProcessCalls.create, {
      params,
      body: { name: 'Travel', key: 'travel-process' },
    })
    const inside =
      '<bpmn:startEvent id="s" camunda:formKey="request"/><bpmn:callActivity id="c" calledElement="travel-process"/>'
    await designer.call(appProcessCalls.saveDesign, {
      params: { ...params, processId: made.body.id },
      body: { xml: xmlOf('travel-process', '', inside) },
    })
    const copied = await designer.call(applicationCalls.copy, {
      params,
      body: { name: 'Travel copy', key: 'travel-copy' },
    })
    expect(copied.body).toMatchObject({ processes: 1, forms: 1 })
    const { body } = await designer.call(appProcessCalls.list, { query: { application: copied.body.id } })
    expect(body.items).toMatchObject([{ name: 'Travel', key: 'travel-process-copy' }])
    const file = await designer.call(appProcessCalls.modeller, {
      params: { appId: copied.body.id, processId: body.items[0]?.id ?? '' },
    })
    expect(file.body.xml).toContain('camunda:formKey="request-copy"')
    expect(file.body.xml).toContain('calledElement="travel-process-copy"')
  })
})
