import { process } from '@millrace/bpmn/builder'
import { deploymentCalls } from '@millrace/contract'
import { countRows, createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { deploy } from '../../runtime/deploy/deploy.ts'
import { type FilePart, multipart } from '../../runtime/testing/multipart.ts'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { db, runtime, workplaceId, signIn, anonymous, admin } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const unknownId = '00000000-0000-7000-8000-000000000000'
const operator = () => signIn({ roles: ['RoleProcessAdmin'], firstName: 'Radia', lastName: 'Perlman' })
const simple = (key: string) =>
  process(key, { name: `The ${key}` })
    .start()
    .userTask('do', { 'camunda:candidateGroups': `\${'staff'}` })
    .end()
    .toXml()
const dmn = (key: string) =>
  `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="d" name="d" namespace="urn:test"><decision id="${key}" name="The ${key}"><literalExpression><text>1</text></literalExpression></decision></definitions>`

const upload = async (client: TestClient, files: readonly FilePart[], fields?: Readonly<Record<string, string>>) => {
  const { status, body, error } = await client.send({
    method: 'POST',
    url: '/api/processengine/deployments',
    ...multipart(files, fields),
  })
  return {
    status,
    error,
    body: body as { deployment: { id: string; processes: { id: string }[] }; warnings: unknown[] },
  }
}
const countDeployments = async () =>
  (await admin.query('select from deployment where workplace_id = $1', [workplaceId])).rowCount

describe('POST /processengine/deployments', () => {
  it('climbs from nobody to a process administrator', async () => {
    const files = [{ name: 'a.bpmn', content: simple('climbed') }]
    expect((await upload(anonymous(), files)).status).toBe(401)
    expect((await upload(await signIn(), files)).error.code).toBe('right.missing')
    const client = await operator()
    const json = await client.call(deploymentCalls.deploy, { body: { name: 'x' } })
    expect([json.status, json.error.code]).toEqual([400, 'request.invalid'])
    const { status, body } = await upload(client, files, { name: 'My deployment' })
    expect([status, body.warnings]).toEqual([200, []])
    expect(body.deployment).toEqual({
      id: expect.any(String),
      name: 'My deployment',
      source: 'millrace',
      deployedAt: '2030-01-07T09:00:00.000Z',
      deployedBy: { username: client.user.username, displayName: 'Radia Perlman' },
      files: ['a.bpmn'],
      counts: { files: 1, processes: 1, decisions: 0 },
      resources: [{ id: expect.any(String), name: 'a.bpmn', size: Buffer.byteLength(simple('climbed')) }],
      processes: [
        {
          id: expect.any(String),
          key: 'climbed',
          name: 'The climbed',
          version: 1,
          fileName: 'a.bpmn',
          isSuspended: false,
          isStartable: true,
          icon: null,
          isIconChosen: false,
          runningInstances: 0,
        },
      ],
      decisions: [],
    })
  })

  it('takes several files together, and makes the next version of what is there', async () => {
    const client = await operator()
    const files = [
      { name: 'Größe.bpmn20.xml', content: simple('together') },
      { name: 'rules.dmn', content: dmn('rules') },
    ]
    await upload(client, files)
    const { body } = await upload(client, files)
    expect(body.deployment).toMatchObject({
      name: 'Größe.bpmn20.xml',
      processes: [{ key: 'together', version: 2 }],
      decisions: [{ key: 'rules', version: 2, fileName: 'rules.dmn' }],
    })
  })

  it('names every error with file and element, and deploys nothing', async () => {
    const before = await countDeployments()
    const { status, error } = await upload(await operator(), [
      { name: 'good.bpmn', content: simple('good') },
      { name: 'bad.bpmn', content: process('bad').start().exclusiveGateway('fork').toXml() },
      { name: 'broken.bpmn', content: '<not xml' },
      { name: 'broken.dmn', content: '<definitions/>' },
    ])
    expect([status, error.code]).toEqual([422, 'deployment.invalid'])
    expect(error.details?.map(({ where, code }) => [where, code])).toEqual([
      ['bad.bpmn#fork', 'gateway.no-outgoing'],
      ['broken.bpmn', 'xml.malformed'],
      ['broken.dmn', 'dmn.invalid'],
    ])
    expect(await countDeployments()).toBe(before)
  })

  it('checks expressions, scripts and decisions, and reports all that is wrong with them at once', async () => {
    const before = await countDeployments()
    const wrong = process('wrong')
      .start()
      .exclusiveGateway('fork')
      .when('${amount >}')
      .serviceTask('sum', { 'camunda:expression': '${1 +}' })
      .end()
      .toXml()
    const { status, error } = await upload(await operator(), [
      { name: 'wrong.bpmn', content: wrong },
      { name: 'rules.dmn', content: dmn('rules').replace('<text>1<', '<text>1 +<') },
      { name: 'twice.dmn', content: dmn('rules') },
      { name: 'latin.bpmn', content: Buffer.from(simple('größe'), 'latin1') },
    ])
    expect([status, error.code]).toEqual([422, 'deployment.invalid'])
    expect(error.details?.map(({ where, code }) => [where, code])).toEqual([
      ['wrong.bpmn#sum', 'expression.invalid'],
      ['wrong.bpmn#flow2', 'expression.invalid'],
      ['latin.bpmn', 'deployment.encoding'],
      ['rules.dmn#rules', 'dmn.invalid'],
      ['twice.dmn#rules', 'deployment.duplicate-key'],
    ])
    expect(await countDeployments()).toBe(before)
  })

  it('deploys decisions of which one has no logic, with a warning', async () => {
    const rules = dmn('reasoned').replace('<decision ', '<decision id="byHand" name="By hand"/><decision ')
    const { status, body } = await upload(await operator(), [{ name: 'rules.dmn', content: rules }])
    expect(status).toBe(200)
    expect(body.warnings).toMatchObject([{ code: 'dmn.incomplete', fileName: 'rules.dmn', elementId: 'byHand' }])
  })

  it('warns of languages that do not run here, and deploys', async () => {
    const script = process('groovy')
      .start()
      .element('scriptTask', 'old', { scriptFormat: 'groovy', inside: '<script>x = 1</script>' })
      .end()
      .toXml()
    const { status, body } = await upload(await operator(), [
      { name: 'groovy.bpmn', content: script },
      {
        name: 'python.dmn',
        content: dmn('snake').replace('<literalExpression>', '<literalExpression expressionLanguage="python">'),
      },
    ])
    expect(status).toBe(200)
    expect(body.warnings).toEqual([
      {
        fileName: 'groovy.bpmn',
        elementId: 'old',
        code: 'expression.language',
        message: expect.stringContaining('groovy'),
        needs: null,
      },
      {
        fileName: 'python.dmn',
        elementId: null,
        code: 'expression.language',
        message: expect.stringContaining('python'),
        needs: null,
      },
    ])
  })

  it('refuses what is no model, empty, or there twice', async () => {
    const client = await operator()
    const codes = async (...files: FilePart[]) =>
      (await upload(client, files)).error.details?.map(({ where, code }) => [where, code])
    expect((await upload(client, [])).error.code).toBe('deployment.empty')
    expect(await codes({ name: 'program.exe', content: 'MZ' })).toEqual([['program.exe', 'deployment.file-type']])
    expect(await codes({ name: 'none.bpmn', content: '' })).toEqual([['none.bpmn', 'deployment.file-empty']])
    expect(await codes({ name: 'a.bpmn', content: simple('a') }, { name: 'a.bpmn', content: simple('b') })).toEqual([
      ['a.bpmn', 'deployment.file-twice'],
    ])
    expect(await codes({ name: `${'x'.repeat(255)}.bpmn`, content: simple('a') })).toEqual([
      [`${'x'.repeat(255)}`, 'deployment.file-name'],
    ])
  })

  const head = '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="t">'

  it.each<[string, FilePart, string]>([
    [
      'an entity bomb',
      { name: 'a.bpmn', content: `<!DOCTYPE a [<!ENTITY b "b">]>${head}&b;</definitions>` },
      'xml.doctype',
    ],
    [
      'a reference to a file',
      { name: 'a.dmn', content: '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>' },
      'dmn.invalid',
    ],
    ['too many levels', { name: 'a.bpmn', content: `${head}${'<process>'.repeat(100_000)}` }, 'xml.too-deep'],
    [
      'an unknown element',
      {
        name: 'a.bpmn',
        content: `${head}<process id="p" isExecutable="true"><telepathy id="t"/></process></definitions>`,
      },
      'bpmn.unknown-element',
    ],
    [
      'a page of the web',
      { name: 'a.bpmn', content: '<html xmlns="http://www.w3.org/1999/xhtml"/>' },
      'bpmn.not-definitions',
    ],
    [
      'a zip file under another name',
      { name: 'a.bpmn', content: Buffer.from('PK\x03\x04\xff\xfe', 'latin1') },
      'deployment.encoding',
    ],
    ['a zip file', { name: 'a.zip', content: 'PK' }, 'deployment.file-type'],
    ['a bar file', { name: 'a.bar', content: 'PK' }, 'deployment.file-type'],
    ['NUL', { name: 'a.bpmn', content: `${head}<process id="a\0"/></definitions>` }, 'xml.malformed'],
  ])('refuses %s and changes nothing', async (_, file, code) => {
    const client = await operator()
    const before = await countRows(admin)
    const { status, error } = await upload(client, [file, { name: 'good.bpmn', content: simple('good') }])
    expect([status, error.code, error.details?.[0]?.code]).toEqual([422, 'deployment.invalid', code])
    expect(error.details?.[0]?.message).toMatch(/^Expected .*[.]( \(.*\))?$/)
    expect(await countRows(admin)).toEqual(before)
  })

  it('refuses a name that cannot be stored, and a body that is interrupted', async () => {
    const client = await operator()
    const named = await upload(client, [{ name: 'a.bpmn', content: simple('a') }], { name: 'a\0b' })
    expect([named.status, named.error.code]).toEqual([400, 'request.invalid'])
    const { headers, payload } = multipart([{ name: 'a.bpmn', content: simple('a') }])
    const broken = await client.send({
      method: 'POST',
      url: '/api/processengine/deployments',
      headers,
      payload: payload.subarray(0, 200),
    })
    expect([broken.status, broken.error.code]).toEqual([400, 'request.invalid'])
  })

  it('takes only the name of a file, not a way to it', async () => {
    const { body } = await upload(await operator(), [{ name: '../../etc/hosts.bpmn', content: simple('wanderer') }])
    expect(body.deployment).toMatchObject({ files: ['hosts.bpmn'] })
  })

  it('refuses files that are too large or too many', async () => {
    const client = await operator()
    const large = await upload(client, [{ name: 'large.bpmn', content: Buffer.alloc(5 * 1024 * 1024 + 1, ' ') }])
    expect([large.status, large.error.code]).toEqual([413, 'request.too-large'])
    const many = await upload(
      client,
      Array.from({ length: 21 }, (_, index) => ({ name: `f${index}.bpmn`, content: simple(`p${index}`) })),
    )
    expect([many.status, many.error.code]).toEqual([413, 'request.too-large'])
  })
})

describe('GET /processengine/deployments', () => {
  it('climbs from nobody to a process administrator', async () => {
    expect((await anonymous().call(deploymentCalls.list)).status).toBe(401)
    expect((await (await signIn()).call(deploymentCalls.list)).error.code).toBe('right.missing')
    expect(
      (await (await operator()).call(deploymentCalls.list, { query: { sort: 'size' as 'name' } })).error.code,
    ).toBe('request.invalid')
  })

  it('finds by name, source and file, in pages', async () => {
    const place = await createWorkplace(db)
    const client = await signIn({ workplaceId: place, roles: ['RoleAdmin'] })
    for (const [name, file] of [
      ['Bills', 'invoice.bpmn'],
      ['apples', 'pie.bpmn'],
      ['Cars', 'wheel.bpmn'],
    ] as const) {
      await upload(client, [{ name: file, content: simple(name) }], { name })
    }
    const names = async (query: object) =>
      (await client.call(deploymentCalls.list, { query })).body.items.map(({ name }) => name)
    expect(await names({})).toEqual(['Cars', 'apples', 'Bills'])
    expect(await names({ sort: 'name' })).toEqual(['apples', 'Bills', 'Cars'])
    expect(await names({ q: 'INVOICE' })).toEqual(['Bills'])
    expect(await names({ q: 'car' })).toEqual(['Cars'])
    expect(await names({ q: '%' })).toEqual([])
    expect(await names({ name: 'b', 'deployed.before': '2030-01-01T00:00:00Z' })).toEqual([])
    expect(await names({ name: 'b', deployed: '2030-01-01T00:00:00Z' })).toEqual(['Bills'])
    expect(await names({ 'name.is': 'CARS' })).toEqual(['Cars'])
    const first = await client.call(deploymentCalls.list, { query: { size: 2 } })
    const { body } = await client.call(deploymentCalls.list, { query: { size: 2, after: first.body.next ?? '' } })
    expect(body).toMatchObject({
      from: 3,
      items: [{ name: 'Bills', files: ['invoice.bpmn'], counts: { files: 1, processes: 1, decisions: 0 } }],
    })
    expect((await client.call(deploymentCalls.listCount)).body).toEqual({ total: 3, isCapped: false, isPartial: false })
  })
})

describe('GET /processengine/deployments/{id}', () => {
  it('climbs from nobody to what is in it', async () => {
    const client = await operator()
    const { body } = await upload(client, [{ name: 'seen.bpmn', content: simple('seen') }])
    const params = { id: body.deployment.id }
    expect((await anonymous().call(deploymentCalls.get, { params })).status).toBe(401)
    expect((await (await signIn()).call(deploymentCalls.get, { params })).status).toBe(403)
    for (const id of [unknownId, 'no-id'])
      expect((await client.call(deploymentCalls.get, { params: { id } })).error.code).toBe('thing.not-found')
    expect(
      (
        await (
          await signIn({ workplaceId: await createWorkplace(db), roles: ['RoleAdmin'] })
        ).call(deploymentCalls.get, { params })
      ).status,
    ).toBe(404)
    expect((await client.call(deploymentCalls.get, { params })).body).toEqual(body.deployment)
  })
})

describe('GET /processengine/deployments/{id}/files/{fileId}', () => {
  it('climbs from nobody to the file, as an attachment', async () => {
    const client = await operator()
    const { body } = await upload(client, [{ name: 'Prüfung.bpmn', content: simple('file') }])
    const { resources } = (await client.call(deploymentCalls.get, { params: { id: body.deployment.id } })).body
    const params = { id: body.deployment.id, fileId: resources[0]?.id ?? '' }
    expect((await anonymous().call(deploymentCalls.downloadFile, { params })).status).toBe(401)
    expect((await (await signIn()).call(deploymentCalls.downloadFile, { params })).status).toBe(403)
    expect((await client.call(deploymentCalls.downloadFile, { params: { ...params, fileId: unknownId } })).status).toBe(
      404,
    )
    expect((await client.call(deploymentCalls.downloadFile, { params: { ...params, id: unknownId } })).status).toBe(404)
    const answer = await client.call(deploymentCalls.downloadFile, { params })
    expect(answer.status).toBe(200)
    expect(answer.body).toBe(simple('file'))
    expect(answer.headers['content-disposition']).toBe(`attachment; filename*=UTF-8''Pr%C3%BCfung.bpmn`)
  })
})

describe('DELETE /processengine/deployments/{id}', () => {
  const remove = (client: TestClient, id: string, cascade?: 'true') =>
    client.call(deploymentCalls.delete, { params: { id }, query: cascade === undefined ? {} : { cascade } })
  const isThere = async (id: string) => (await admin.query('select from deployment where id = $1', [id])).rowCount === 1

  it('climbs from nobody to a deployment that no longer exists', async () => {
    const client = await operator()
    const { body } = await upload(client, [{ name: 'gone.bpmn', content: simple('gone') }])
    const { id } = body.deployment
    expect((await remove(anonymous(), id)).status).toBe(401)
    expect((await remove(await signIn(), id)).status).toBe(403)
    expect((await remove(client, unknownId)).error.code).toBe('thing.not-found')
    expect(
      (await remove(await signIn({ workplaceId: await createWorkplace(db), roles: ['RoleAdmin'] }), id)).status,
    ).toBe(404)
    expect(await isThere(id)).toBe(true)
    expect((await remove(client, id)).status).toBe(204)
    expect(await isThere(id)).toBe(false)
    expect((await admin.query('select from process_definition where deployment_id = $1', [id])).rowCount).toBe(0)
    expect((await remove(client, id)).status).toBe(404)
  })

  it('is refused while instances run, unless they go too', async () => {
    const client = await operator()
    const definition = await scenario.deploy(simple('running'))
    const id = definition.deploymentId
    const instanceId = await scenario.start(definition)
    expect((await client.call(deploymentCalls.get, { params: { id } })).body.processes[0]?.runningInstances).toBe(1)
    const { status, error } = await remove(client, id)
    expect([status, error.code]).toEqual([409, 'deployment.in-use'])
    expect(error.message).toContain('The running (version 1)')
    expect(await isThere(id)).toBe(true)
    expect((await remove(client, id, 'true')).status).toBe(204)
    expect(await isThere(id)).toBe(false)
    for (const table of ['instance', 'history_instance'])
      expect((await admin.query(`select from ${table} where id = $1`, [instanceId])).rowCount).toBe(0)
    expect((await admin.query('select from history_element where instance_id = $1', [instanceId])).rowCount).toBe(0)
  })
})

describe('GET /processengine/deployments/{id}/needs', () => {
  it('knows what the tenant of the deployment has', async () => {
    const deployFor = async (tenantId: string, key: string, xml: string) => {
      const files = [{ name: `${key}.bpmn`, bytes: new TextEncoder().encode(xml) }]
      const actor = { workplaceId, userId: null, cause: 'test' }
      const answer = await deploy(runtime, actor, { name: key, source: null, tenantId, files })
      if (!answer.ok) throw new Error(answer.problems.map(({ message }) => message).join('\n'))
      return answer.deployed.id
    }
    const caller = process('ship').start().element('callActivity', 'pack', { calledElement: 'packing' }).end().toXml()
    const id = await deployFor('berlin', 'ship', caller)
    const client = await operator()
    const needs = async () => (await client.call(deploymentCalls.needs, { params: { id } })).body
    const unknown = expect.objectContaining({ code: 'deployment.target-unknown', elementId: 'pack' })
    expect(await needs()).toEqual([unknown])
    await deployFor('paris', 'packing', simple('packing'))
    expect(await needs()).toEqual([unknown])
    await deployFor('berlin', 'packing', simple('packing'))
    expect(await needs()).toEqual([])
  })
})
