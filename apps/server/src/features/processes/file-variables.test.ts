import { process } from '@millrace/bpmn/builder'
import { api } from '@millrace/contract'
import { createTestApp, createWorkplace } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { type FilePart, multipart } from '../../runtime/testing/multipart.ts'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { db, runtime, workplaceId, signIn, admin } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const operator = await signIn({ roles: ['RoleProcessAdmin'] })
const definition = await scenario.deploy(process('paper').start().userTask('read', { name: 'Read' }).end().toXml())
const paper: FilePart = { name: 'paper.pdf', content: '%PDF-1.7 paper', type: 'application/pdf' }

const upload = (id: string, part: FilePart | null, fields: Record<string, string>, by = operator) =>
  by.send({
    method: 'POST',
    url: `/api/processengine/instances/${id}/variables/file`,
    ...multipart(part === null ? [] : [part], fields),
  })
const variables = async (id: string) => (await operator.call(api.processes.variables, { params: { id } })).body.items
const content = (id: string, variableId: string, by = operator) =>
  by.send({ method: 'GET', url: `/api/processes/instances/${id}/variables/${variableId}/content` })

describe('a file that an operator uploads', () => {
  it('is a variable with name, type and encoding, which is downloaded and replaced', async () => {
    const id = await scenario.start(definition)
    expect((await upload(id, paper, { name: 'contract' })).status).toBe(204)
    const [first] = await variables(id)
    expect(first).toMatchObject({ name: 'contract', type: 'File', text: null, scope: { elementId: null } })
    expect(first?.file).toEqual({ name: 'paper.pdf', type: 'application/pdf', encoding: null, size: 14 })
    const got = await content(id, first?.id ?? '')
    expect([got.status, got.headers['content-type'], got.body]).toEqual([200, 'application/pdf', '%PDF-1.7 paper'])
    expect(got.headers['content-disposition']).toBe("attachment; filename*=UTF-8''paper.pdf")

    const text: FilePart = { name: 'größe.csv', content: 'a;b', type: '' }
    const fields = { name: 'contract', mimeType: 'text/csv', encoding: 'ISO-8859-1' }
    expect((await upload(id, text, fields)).status).toBe(204)
    const [second, ...more] = await variables(id)
    expect(more).toEqual([])
    expect([second?.id, second?.file]).toEqual([
      first?.id,
      { name: 'größe.csv', type: 'text/csv', encoding: 'ISO-8859-1', size: 3 },
    ])
    const csv = await content(id, second?.id ?? '')
    expect([csv.headers['content-type'], csv.body]).toEqual(['text/csv; charset=ISO-8859-1', 'a;b'])
    const { rows } = await admin.query(
      'select user_id, operation_type, entity_type, category from operation_log where instance_id = $1',
      [id],
    )
    const logged = { operation_type: 'SetVariable', entity_type: 'Variable', category: 'Operator' }
    expect(rows).toEqual([0, 1].map(() => ({ user_id: operator.user.username, ...logged })))
  })

  it('is downloaded from an ended instance, too', async () => {
    const id = await scenario.start(definition)
    await upload(id, paper, { name: 'contract' })
    await operator.call(api.processes.cancel, { params: { id } })
    const [variable] = await variables(id)
    expect(variable?.file).toMatchObject({ name: 'paper.pdf', size: 14 })
    expect((await content(id, variable?.id ?? '')).body).toBe('%PDF-1.7 paper')
    expect((await upload(id, paper, { name: 'contract' })).error.code).toBe('instance.over')
  })

  it('is downloaded from the history after another one replaced it, by those who see the instance', async () => {
    const id = await scenario.start(definition, { variables: { amount: 1 } })
    await upload(id, paper, { name: 'contract' })
    await upload(id, { name: 'new.txt', content: 'new', type: 'text/plain' }, { name: 'contract' })
    const [amount, contract] = await variables(id)
    const params = { id, variableId: contract?.id ?? '' }
    const past = async () => (await operator.call(api.processes.variableHistory, { params })).body.items
    const [newest, oldest] = await past()
    expect(newest?.file).toEqual({ name: 'new.txt', type: 'text/plain', encoding: null, size: 3 })
    expect(oldest?.file).toEqual({ name: 'paper.pdf', type: 'application/pdf', encoding: null, size: 14 })
    const old = (value: string, variableId = params.variableId, by = operator) =>
      by.call(api.processes.variableContent, { params: { id, variableId }, query: { value } })
    expect((await old(oldest?.id ?? '')).body).toBe('%PDF-1.7 paper')
    await operator.call(api.processes.removeVariable, { params })
    const [removed] = await past()
    expect([removed?.isRemoved, removed?.file]).toEqual([true, null])
    for (const value of [removed?.id ?? '', amount?.id ?? '', 'x'])
      expect((await old(value)).error.code).toBe('thing.not-found')
    expect((await old(oldest?.id ?? '', amount?.id)).error.code).toBe('thing.not-found')
    await operator.call(api.processes.cancel, { params })
    expect((await old(oldest?.id ?? '')).body).toBe('%PDF-1.7 paper')
    const elsewhere = await signIn({ roles: ['RoleAdmin'], workplaceId: await createWorkplace(db) })
    const stranger = await signIn({ roles: ['RoleUser'] })
    for (const client of [elsewhere, stranger])
      expect((await old(oldest?.id ?? '', params.variableId, client)).error.code).toBe('thing.not-found')
  })

  it('goes into the scope of a step, and may be of any type and empty', async () => {
    const id = await scenario.start(definition, { variables: { contract: 1 } })
    const { rows } = await admin.query("select id from element where instance_id = $1 and element_key = 'read'", [id])
    const page: FilePart = { name: 'x.html', content: '', type: 'text/html' }
    expect((await upload(id, page, { name: 'contract', scopeId: rows[0].id })).status).toBe(204)
    const [, local] = await variables(id)
    expect([local?.scope.elementId, local?.file]).toEqual([
      'read',
      { name: 'x.html', type: 'text/html', encoding: null, size: 0 },
    ])
    // A browser that opened it would run its scripts.
    expect((await content(id, local?.id ?? '')).headers['content-type']).toBe('text/plain')
  })

  it('is refused with fields that are wrong, without a file, and when it is too large', async () => {
    const id = await scenario.start(definition)
    const codeOf = async (part: FilePart | null, fields: Record<string, string>) =>
      (await upload(id, part, fields)).error.code
    expect(await codeOf(null, { name: 'contract' })).toBe('request.invalid')
    expect(await codeOf(paper, {})).toBe('request.invalid')
    expect(await codeOf(paper, { name: 'contract', mimeType: 'pdf\r\nx: y' })).toBe('request.invalid')
    expect(await codeOf(paper, { name: 'contract', encoding: 'a b' })).toBe('request.invalid')
    expect(await codeOf(paper, { name: 'contract', scopeId: 'x' })).toBe('thing.not-found')
    expect(await codeOf({ ...paper, content: Buffer.alloc(10_485_761) }, { name: 'contract' })).toBe(
      'request.too-large',
    )
    expect(await variables(id)).toEqual([])
  })

  it('is for operators of the workplace', async () => {
    const id = await scenario.start(definition, { userId: 'ann' })
    await upload(id, paper, { name: 'contract' })
    const variableId = (await variables(id))[0]?.id ?? ''
    const starter = await signIn({ username: 'ann', roles: ['RoleUser'] })
    const stranger = await signIn({ roles: ['RoleUser'] })
    const elsewhere = await signIn({ roles: ['RoleAdmin'], workplaceId: await createWorkplace(db) })
    expect((await upload(id, paper, { name: 'x' }, starter)).error.code).toBe('right.missing')
    expect((await upload(id, paper, { name: 'x' }, elsewhere)).error.code).toBe('thing.not-found')
    expect((await content(id, variableId, starter)).status).toBe(200)
    for (const client of [stranger, elsewhere])
      expect((await content(id, variableId, client)).error.code).toBe('thing.not-found')
    for (const unknown of ['x', id]) expect((await content(id, unknown)).error.code).toBe('thing.not-found')
  })
})
