import {
  type AnswerOf,
  type AppDecision,
  appDecisionCalls,
  applicationCalls,
  appProcessCalls,
} from '@millrace/contract'
import { checkDmn, listDoubts, parseDmn } from '@millrace/dmn'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { multipart } from '../../runtime/testing/multipart.ts'

const { db, signIn, anonymous } = await createTestApp()
const designer = await signIn({ roles: ['RoleDesign'], firstName: 'Grace', lastName: 'Hopper' })
const colleague = await signIn({ roles: ['RoleDesign'], firstName: 'Ada', lastName: 'King' })
const stranger = await signIn({ workplaceId: await createWorkplace(db), roles: ['RoleDesign'] })
const application = await designer.call(applicationCalls.create, {
  body: { name: 'Orders', key: 'orders' },
})
const appId = application.body.id

const grace = { username: designer.user.username, displayName: 'Grace Hopper' }
const at = '2030-01-07T09:00:00.000Z'
let count = 0
const create = async (more: object = {}): Promise<AppDecision> => {
  const body = { name: `Decision ${++count}`, key: `decision-${count}`, ...more }
  const answer = await designer.call(appDecisionCalls.create, { params: { appId }, body })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.error))
  return answer.body
}
const decisionOf = (key: string, more = '', inside = '<literalExpression><text>1</text></literalExpression>') =>
  `<decision id="${key}" ${more}>${inside}</decision>`
const fileOf = (inside: string) =>
  `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="graph" name="Graph" namespace="t">${inside}</definitions>`
const xmlOf = (key: string, more = '') => fileOf(decisionOf(key, more))
const required = '<informationRequirement><requiredDecision href="#season"/></informationRequirement>'
const importFile = async (content: string | Uint8Array, fields: Record<string, string> = {}) => {
  const { headers, payload } = multipart([{ name: 'model.dmn', content: content as string }], fields)
  const url = `/api/applications/${appId}/appdecisions/import`
  const { status, body } = await designer.send({ method: 'POST', url, headers, payload })
  return { status, body: body as AnswerOf<typeof appDecisionCalls.importFile> & { readonly code: string } }
}
const readXml = async (decisionId: string) =>
  (await designer.call(appDecisionCalls.editor, { params: { appId, decisionId } })).body.xml
const save = (decisionId: string, body: object, client: TestClient = designer) =>
  client.call(appDecisionCalls.saveDesign, { params: { appId, decisionId }, body: body as { xml: string } })

describe('a decision', () => {
  it('is created with a table, and listed', async () => {
    const made = await create({
      name: 'Order',
      key: 'order',
    })
    expect(made).toEqual({
      id: expect.any(String),
      application: { id: appId, name: 'Orders' },
      name: 'Order',
      key: 'order',
      decisionKeys: ['order'],
      revision: 1,
      version: 1,
      disabled: null,
      editor: null,
      createdAt: at,
      createdBy: grace,
      updatedAt: at,
      updatedBy: grace,
    })
    expect(await readXml(made.id)).toContain('<decision id="order" name="Order">')
    const { body } = await designer.call(appDecisionCalls.list, { query: { q: 'order', application: appId } })
    expect(body.items).toMatchObject([{ name: 'Order', key: 'order', version: 1 }])
    expect((await designer.call(applicationCalls.get, { params: { appId } })).body.decisions).toBe(1)
  })

  it('has nothing that its editor warns of when it is new', async () => {
    const parsed = parseDmn(await readXml((await create()).id))
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
    expect([checkDmn(parsed.model, { mode: 'camunda' }), listDoubts(parsed.model)]).toEqual([[], []])
  })

  it('writes what its design says of it into the design, as the next version', async () => {
    const { id: decisionId } = await create({ key: 'writes' })
    const params = { appId, decisionId }
    const body = { name: 'Writing', key: 'written', revision: 1 }
    const changed = await designer.call(appDecisionCalls.save, { params, body })
    expect(changed.body).toMatchObject({ name: 'Writing', key: 'written', revision: 2, version: 2 })
    const xml = await readXml(decisionId)
    expect(xml).toContain('<decision id="written" name="Writing">')
    expect(xml).toContain('dmnElementRef="written"')
    const { body: same } = await designer.call(appDecisionCalls.save, { params, body: { ...body, revision: 2 } })
    expect(same).toMatchObject({ revision: 2, version: 2 })
    const late = await designer.call(appDecisionCalls.save, { params, body })
    expect([late.status, late.error.code]).toEqual([409, 'thing.changed'])
  })

  it.each([
    [{ name: '' }, 400],
    [{ name: 'x'.repeat(51) }, 400],
    [{ key: '1st' }, 400],
    [{ key: 'a b' }, 400],
    [{ key: 'a"b' }, 400],
    [{ key: 'x'.repeat(256) }, 400],
  ])('refuses %j', async (more, status) => {
    const body = { name: 'Wrong', key: 'wrong', ...more }
    expect((await designer.call(appDecisionCalls.create, { params: { appId }, body })).status).toBe(status)
    expect((await designer.call(appDecisionCalls.list, { query: { q: 'wrong' } })).body.items).toEqual([])
  })

  it('has a name of its own in its application, and a key of its own in the workplace', async () => {
    const one = await create()
    const params = { appId }
    const twice = [
      await designer.call(appDecisionCalls.create, { params, body: { name: one.name.toUpperCase(), key: 'other' } }),
      await designer.call(appDecisionCalls.create, { params, body: { name: 'Other', key: one.key.toUpperCase() } }),
    ]
    expect(twice.map(({ status, error: { code, message } }) => [status, code, message])).toEqual([
      [409, 'thing.name-taken', 'A decision has this name already'],
      [409, 'thing.key-taken', 'A decision has this key already'],
    ])
  })

  it('is disabled with a reason, not changed then, and restored', async () => {
    const { id: decisionId } = await create()
    const params = { appId, decisionId }
    const query = { deletedReason: 'Old' }
    expect((await designer.call(appDecisionCalls.disable, { params, query })).body.disabled).toEqual({
      at,
      by: grace,
      reason: 'Old',
    })
    const refused = [
      await designer.call(appDecisionCalls.disable, { params, query }),
      await designer.call(appDecisionCalls.save, { params, body: { name: 'x', key: 'x' } }),
      await save(decisionId, { xml: xmlOf('x') }),
      await designer.call(appDecisionCalls.lock, { params, body: {} }),
      await designer.call(appDecisionCalls.copyMultiple, { query: { decisionIds: decisionId } }),
    ]
    expect(refused.map(({ error }) => error.code)).toEqual(refused.map(() => 'thing.disabled'))
    expect((await designer.call(appDecisionCalls.restore, { params })).body.disabled).toBeNull()
    expect((await designer.call(appDecisionCalls.restore, { params })).error.code).toBe('thing.exists')
  })

  it('is not made in an application that is disabled', async () => {
    const other = await designer.call(applicationCalls.create, { body: { name: 'Closed', key: 'closed' } })
    const params = { appId: other.body.id }
    await designer.call(applicationCalls.disable, { params, query: { deletedReason: 'Old' } })
    const refused = await designer.call(appDecisionCalls.create, { params, body: { name: 'x', key: 'x' } })
    expect(refused.error.code).toBe('thing.disabled')
  })

  it('is copied with its design, under a name and a key that are free', async () => {
    const made = await create({ name: 'Trip', key: 'trip' })
    const { body: proposals } = await designer.call(appDecisionCalls.copyMultiple, { query: { decisionIds: made.id } })
    expect(proposals).toEqual([{ sourceId: made.id, applicationId: appId, name: 'Trip copy', key: 'trip-copy' }])
    const { body: copies } = await designer.call(appDecisionCalls.saveMultiple, { body: { decisions: proposals } })
    expect(copies).toMatchObject([{ name: 'Trip copy', key: 'trip-copy' }])
    expect(await readXml(copies[0]?.id ?? '')).toContain('<decision id="trip-copy" name="Trip copy">')
    const again = await designer.call(appDecisionCalls.saveMultiple, {
      body: { decisions: [{ ...proposals[0], name: 'Fine', key: 'fine' }, ...proposals] as typeof proposals },
    })
    expect(again.error.details?.[0]?.where).toBe('decisions.1.name')
    expect((await designer.call(appDecisionCalls.list, { query: { q: 'fine' } })).body.items).toEqual([])
  })

  it('is for designers of its workplace', async () => {
    const { id: decisionId } = await create()
    const params = { appId, decisionId }
    const ask = async (client: TestClient) =>
      (
        await Promise.all([
          client.call(appDecisionCalls.get, { params }),
          client.call(appDecisionCalls.save, { params, body: { name: 'x', key: 'x' } }),
          client.call(appDecisionCalls.disable, { params, query: { deletedReason: 'No' } }),
          client.call(appDecisionCalls.restore, { params }),
          client.call(appDecisionCalls.editor, { params }),
          client.call(appDecisionCalls.history, { params }),
          client.call(appDecisionCalls.lock, { params, body: {} }),
          client.call(appDecisionCalls.copyMultiple, { query: { decisionIds: decisionId } }),
          save(decisionId, { xml: xmlOf('x') }, client),
        ])
      ).map(({ error }) => error.code)
    expect(new Set(await ask(anonymous()))).toEqual(new Set(['session.missing']))
    expect(new Set(await ask(await signIn()))).toEqual(new Set(['right.missing']))
    expect(new Set(await ask(stranger))).toEqual(new Set(['thing.not-found']))
    const elsewhere = { appId: '00000000-0000-7000-8000-000000000000', decisionId }
    expect((await designer.call(appDecisionCalls.get, { params: elsewhere })).status).toBe(404)
  })
})

describe('a DMN file', () => {
  it('is imported unchanged, called as it says, and exported unchanged', async () => {
    const xml = xmlOf('invoice', 'name="Invoice: check &amp; pay"')
    const { status, body } = await importFile(xml)
    expect([status, body.decision.name, body.decision.key]).toEqual([200, 'Invoice check pay', 'invoice'])
    const params = { appId, decisionId: body.decision.id }
    const file = await designer.send({ url: `/api/applications/${appId}/appdecisions/${params.decisionId}/export` })
    expect(file.headers['content-disposition']).toContain('invoice.dmn')
    expect(await readXml(params.decisionId)).toBe(xml)
  })

  it('with errors is imported, which are reported', async () => {
    const faulty = fileOf(
      decisionOf('faulty', '', '<literalExpression id="wrong"><text>1 +</text></literalExpression>'),
    )
    const { status, body } = await importFile(faulty, { name: 'Faulty' })
    expect([status, body.decision.name]).toEqual([200, 'Faulty'])
    expect(body.problems).toMatchObject([{ severity: 'error', code: 'dmn.invalid', elementId: 'wrong' }])
  })

  it('with several decisions is kept under the one that no other requires, and copied with all of them', async () => {
    const season = decisionOf('season', 'name="Season"')
    const { body } = await importFile(fileOf(season + decisionOf('menu', 'name="Menu"', required)))
    expect(body.decision).toMatchObject({ name: 'Menu', key: 'menu', decisionKeys: ['season', 'menu'] })
    const { id: sourceId } = body.decision
    const { body: copies } = await designer.call(appDecisionCalls.saveMultiple, {
      body: { decisions: [{ sourceId, applicationId: appId, name: 'Menu copy', key: 'menu-copy' }] },
    })
    expect(copies).toMatchObject([{ key: 'menu-copy', decisionKeys: ['season-copy', 'menu-copy'] }])
    expect(await readXml(copies[0]?.id ?? '')).toBe(
      fileOf(
        decisionOf('season-copy', 'name="Season"') +
          decisionOf('menu-copy', 'name="Menu copy"', required.replace('#season', '#season-copy')),
      ).replace('id="graph"', 'id="definitions_menu-copy"'),
    )
  })

  // DMN15.xsd, tDMNElement: the attribute id is optional.
  it('whose decisions have no ids gets ids made of their names, which are their keys, and is copied', async () => {
    const logic = '<literalExpression><text>1</text></literalExpression>'
    const { status, body } = await importFile(fileOf(`<decision name="Loan rate">${logic}</decision>`))
    expect([status, body.problems]).toEqual([200, []])
    expect(body.decision).toMatchObject({ name: 'Loan rate', key: 'Loan_rate' })
    const decisionId = body.decision.id
    expect(await readXml(decisionId)).toBe(fileOf(`<decision name="Loan rate" id="Loan_rate">${logic}</decision>`))
    const { body: copies } = await designer.call(appDecisionCalls.saveMultiple, {
      body: { decisions: [{ sourceId: decisionId, applicationId: appId, name: 'Loan copy', key: 'loan-copy' }] },
    })
    expect(await readXml(copies[0]?.id ?? '')).toContain('<decision name="Loan copy" id="loan-copy">')
  })

  it('in another encoding is read by what it declares', async () => {
    const text = `<?xml version="1.0" encoding="ISO-8859-1"?>${xmlOf('gruen', 'name="Grün"')}`
    const { body } = await importFile(Buffer.from(text, 'latin1'))
    expect(body.decision.name).toBe('Grün')
    expect(await readXml(body.decision.id)).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>.*Grün/)
  })

  it.each([
    ['nothing', ''],
    ['no XML', 'PK\u0003\u0004'],
    ['no decision', fileOf('')],
    ['entities', `<!DOCTYPE a [<!ENTITY b "c">]>${xmlOf('x')}`],
  ])('with %s is refused', async (_, content) => {
    const { status, body } = await importFile(content)
    expect([status, body.code]).toEqual([422, 'app-decision.file-invalid'])
  })
})

describe('the design of a decision', () => {
  it('is saved as the next version with a note, reports its errors, and names the decision', async () => {
    const { id: decisionId } = await create({ name: 'Design', key: 'design' })
    const saved = await save(decisionId, { xml: xmlOf('designed', 'name="Designed"'), version: 1, note: 'First' })
    expect(saved.body).toMatchObject({ version: 2, savedAt: at })
    const params = { appId, decisionId }
    expect((await designer.call(appDecisionCalls.get, { params })).body).toMatchObject({
      name: 'Designed',
      key: 'designed',
      revision: 2,
      version: 2,
    })
    const { body: history } = await designer.call(appDecisionCalls.history, { params })
    expect(history).toEqual([
      [{ version: 2, savedBy: grace, note: 'First', restoredFrom: null }, at],
      [{ version: 1, savedBy: grace, note: null, restoredFrom: null }, at],
    ])
    const first = await designer.call(appDecisionCalls.version, { params: { ...params, version: '1' } as never })
    expect(first.body.xml).toContain('<decision id="design"')
    const restored = await designer.call(appDecisionCalls.restoreVersion, {
      params: { ...params, version: '1' } as never,
      body: { version: 2 },
    })
    expect(restored.body.version).toBe(3)
    expect((await designer.call(appDecisionCalls.get, { params })).body.key).toBe('design')
  })

  it('is not saved over what another user has saved since, or is at', async () => {
    const { id: decisionId } = await create()
    const params = { appId, decisionId }
    const mine = xmlOf('mine')
    expect((await save(decisionId, { xml: xmlOf('theirs'), version: 1 }, colleague)).status).toBe(200)
    const old = await save(decisionId, { xml: mine, version: 1 })
    expect([old.status, old.error.code]).toEqual([409, 'design.changed'])
    expect(old.error.message).toContain('Ada King has saved version 2 since')
    const { body: lock } = await colleague.call(appDecisionCalls.lock, { params, body: {} })
    const held = await save(decisionId, { xml: mine, version: 2 })
    expect([held.status, held.error.code]).toEqual([409, 'design.locked'])
    const details = await designer.call(appDecisionCalls.save, { params, body: { name: 'Mine', key: 'mine' } })
    expect(details.error.code).toBe('design.locked')
    const taken = await designer.call(appDecisionCalls.lock, { params, body: { takeOver: true } })
    expect(taken.body.token).not.toBeNull()
    const renewed = await colleague.call(appDecisionCalls.lock, { params, body: { token: lock.token ?? '' } })
    expect([renewed.body.token, renewed.body.holder.displayName]).toEqual([null, 'Grace Hopper'])
    expect((await save(decisionId, { xml: mine, version: 2, token: taken.body.token })).status).toBe(200)
    expect((await designer.call(appDecisionCalls.get, { params })).body.editor?.holder).toEqual(grace)
    await designer.call(appDecisionCalls.unlock, { params, query: { token: taken.body.token ?? '' } })
    expect((await designer.call(appDecisionCalls.get, { params })).body.editor).toBeNull()
  })

  it('has what one user has not saved, for them alone, until they save', async () => {
    const { id: decisionId } = await create()
    const params = { appId, decisionId }
    await designer.call(appDecisionCalls.autoSave, { params, body: { xml: '<unfinished', version: 1 } })
    const seen = async (client: TestClient) => (await client.call(appDecisionCalls.editor, { params })).body.autoSaved
    expect(await seen(designer)).toEqual({ xml: '<unfinished', version: 1, savedAt: at })
    expect(await seen(colleague)).toBeNull()
    await save(decisionId, { xml: xmlOf('finished') })
    expect(await seen(designer)).toBeNull()
    await designer.call(appDecisionCalls.autoSave, { params, body: { xml: '<again', version: 2 } })
    await designer.call(appDecisionCalls.discardAutoSaved, { params })
    expect(await seen(designer)).toBeNull()
  })

  it('without a decision, or with the key of another one, is refused and nothing is kept of it', async () => {
    const other = await create()
    const { id: decisionId } = await create()
    const refused = [await save(decisionId, { xml: '<a/>' }), await save(decisionId, { xml: xmlOf(other.key) })]
    expect(refused.map(({ error }) => error.code)).toEqual(['app-decision.file-invalid', 'thing.key-taken'])
    expect((await designer.call(appDecisionCalls.history, { params: { appId, decisionId } })).body).toHaveLength(1)
  })
})

describe('a copy of an application', () => {
  it('has its decisions, which its processes name', async () => {
    const { body: source } = await designer.call(applicationCalls.create, { body: { name: 'Travel', key: 'travel' } })
    const params = { appId: source.id }
    await designer.call(appDecisionCalls.create, { params, body: { name: 'Limit', key: 'travel-limit' } })
    const process = await designer.call(appProcessCalls.create, { params, body: { name: 'Travel', key: 'travel' } })
    await designer.call(appProcessCalls.saveDesign, {
      params: { ...params, processId: process.body.id },
      body: {
        xml: '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="t"><process id="travel" isExecutable="true"><businessRuleTask id="b" camunda:decisionRef="travel-limit"/></process></definitions>',
      },
    })
    const copied = await designer.call(applicationCalls.copy, {
      params,
      body: { name: 'Travel copy', key: 'travel-copy' },
    })
    expect(copied.body).toMatchObject({ processes: 1, decisions: 1 })
    const query = { application: copied.body.id }
    const { body } = await designer.call(appDecisionCalls.list, { query })
    expect(body.items).toMatchObject([{ name: 'Limit', key: 'travel-limit-copy' }])
    const { body: processes } = await designer.call(appProcessCalls.list, { query })
    const file = await designer.call(appProcessCalls.modeller, {
      params: { appId: copied.body.id, processId: processes.items[0]?.id ?? '' },
    })
    expect(file.body.xml).toContain('camunda:decisionRef="travel-limit-copy"')
  })
})
