import { process } from '@millrace/bpmn/builder'
import { globalPropertyCalls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { db, runtime, workplaceId, admin, signIn, anonymous } = await createTestApp()
const { create, get, list, listExport, remove, save } = globalPropertyCalls
const scenario = await createScenario(runtime, workplaceId)

let designer: TestClient
beforeAll(async () => {
  designer = await signIn({ roles: ['RoleDesign'] })
})

const make = async (key: string, type: 'text' | 'number' | 'boolean' | 'date' | 'json', value: string) => {
  const { status, body } = await designer.call(create, { body: { key, name: key, type, value } })
  expect(status).toBe(200)
  return body
}

describe('a global property', () => {
  it('climbs from nobody to a designer, is created, read, changed and deleted', async () => {
    const body = {
      key: 'orderLimit',
      name: 'Order limit',
      description: 'In euro.',
      type: 'number',
      value: '12.50',
    } as const
    expect((await anonymous().call(create, { body })).status).toBe(401)
    expect((await (await signIn()).call(create, { body })).error.code).toBe('right.missing')
    expect((await (await signIn()).call(list)).status).toBe(403)
    for (const key of ['', 'a b', '1a', 'a.b', 'ä', 'x'.repeat(51)])
      expect((await designer.call(create, { body: { ...body, key } })).error.code).toBe('request.invalid')
    const made = (await designer.call(create, { body })).body
    expect(made).toMatchObject({ ...body, value: '12.5', isSecret: false, revision: 1, uses: [] })
    expect((await designer.call(get, { params: { id: made.id } })).body).toEqual(made)
    expect((await designer.call(list)).body.items).toMatchObject([{ key: 'orderLimit', value: '12.5' }])
    expect((await designer.call(create, { body: { ...body, key: 'ORDERLIMIT' } })).error).toMatchObject({
      code: 'thing.key-taken',
      message: 'A global property has this key already',
      details: [{ where: 'key' }],
    })
    const change = { name: 'Limit', type: 'text', value: 'much', revision: 1 } as const
    expect((await designer.call(save, { params: { id: made.id }, body: change })).body).toMatchObject({
      key: 'orderLimit',
      name: 'Limit',
      description: '',
      type: 'text',
      value: 'much',
      revision: 2,
    })
    expect((await designer.call(save, { params: { id: made.id }, body: change })).error.code).toBe('thing.changed')
    const stranger = await signIn({ workplaceId: await createWorkplace(db), roles: ['RoleDesign'] })
    expect((await stranger.call(get, { params: { id: made.id } })).status).toBe(404)
    expect((await stranger.call(save, { params: { id: made.id }, body: change })).status).toBe(404)
    expect((await stranger.call(remove, { params: { id: made.id } })).status).toBe(404)
    expect((await designer.call(remove, { params: { id: made.id } })).status).toBe(204)
    expect((await designer.call(remove, { params: { id: made.id } })).status).toBe(404)
  })

  it.each([
    ['number', 'twelve'],
    ['number', ''],
    ['number', '9007199254740993'],
    ['number', '1e999'],
    ['boolean', 'yes'],
    ['date', '2030-02-30'],
    ['date', '30/01/2030'],
    ['json', '{'],
    ['json', '"\\u0000"'],
  ] as const)('of type %s takes no “%s”', async (type, value) => {
    const refused = await designer.call(create, { body: { key: 'wrong', name: 'wrong', type, value } })
    expect(refused.error).toMatchObject({ code: 'global-property.invalid', details: [{ where: 'value' }] })
  })

  it('says which designs read it', async () => {
    const made = await make('used', 'text', 'x')
    const add = async (name: string, xml: string) => {
      const ids = [crypto.randomUUID(), crypto.randomUUID()]
      await admin.query(
        `insert into application (workplace_id, id, name, key, created_at, updated_at) values ($1, $2, $3, $3, now(), now())`,
        [workplaceId, ids[0], name],
      )
      await admin.query(
        `insert into app_process (workplace_id, id, application_id, name, process_key, created_at, updated_at) values ($1, $2, $3, $4, $4, now(), now())`,
        [workplaceId, ids[1], ids[0], name],
      )
      await admin.query(
        `insert into app_process_version (workplace_id, process_id, version, design_xml, saved_at) values ($1, $2, 1, $3, now())`,
        [workplaceId, ids[1], xml],
      )
    }
    const model = (inside: string) =>
      `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:millrace="urn:millrace:bpmn:1.0" millrace:dialect="millrace" targetNamespace="t"><process id="p" isExecutable="true">${inside}</process></definitions>`
    const assigned = (text: string) => model(`<userTask id="t" millrace:assignee="${text}"/>`)
    const script = (format: string, text: string) =>
      model(`<scriptTask id="s" scriptFormat="${format}"><script><![CDATA[${text}]]></script></scriptTask>`)
    await add('Reads-it', assigned('${globals.used + 1}'))
    await add('Reads-by-name', script('javascript', 'const one = globals["used"]'))
    await add('Reads-in-UEL-by-name', assigned("It's ${ globals['used'] } o'clock"))
    await add('Reads-in-UEL-of-the-map', assigned("${globals.get('used')}"))
    await add('Reads-in-FEEL', assigned('=get value( globals, &quot;used&quot; )'))
    await add('Reads-a-step-further', assigned('=globals . used.of'))
    await add('Cannot-be-read', '<x>globals.used')
    await add('Reads-another', assigned('${globals.usedUp}'))
    await add('Reads-one-of-its-own', assigned('${my.globals.used}'))
    await add('Mentions-it-in-a-text', assigned('=&quot;globals.used&quot;'))
    await add('Mentions-it-in-UEL', assigned('globals.used is ${&quot;globals.used&quot;}'))
    await add('Mentions-it-in-a-comment', script('feel', '1 // globals.used'))
    await add('Tells-of-it', model('<task id="t"><documentation>globals.used</documentation></task>'))
    const { uses } = (await designer.call(get, { params: { id: made.id } })).body
    expect(uses.map(({ name }) => name)).toEqual([
      'Cannot-be-read',
      'Reads-a-step-further',
      'Reads-by-name',
      'Reads-in-FEEL',
      'Reads-in-UEL-by-name',
      'Reads-in-UEL-of-the-map',
      'Reads-it',
    ])
  })
})

describe('in a process', () => {
  const storedOf = async (instanceId: string, name: string) =>
    (await admin.query('select type, value from variable where instance_id = $1 and name = $2', [instanceId, name]))
      .rows[0]
  const script = (format: string, text: string) => ({
    inside: `<script><![CDATA[${text}]]></script>`,
    scriptFormat: format,
    'camunda:resultVariable': 'read',
  })

  it('is read in UEL, FEEL and JavaScript, by its type, and a change counts from the next step on', async () => {
    await make('shop', 'text', 'https://shop.example.org')
    const rate = await make('rate', 'number', '0.25')
    await make('isOpen', 'boolean', 'true')
    await make('limits', 'json', '{"order": 500}')
    const texts = [
      ['javascript', 'globals.shop + "/" + globals.limits.order', 'https://shop.example.org/500'],
      ['feel', 'if globals.isOpen then globals.rate * 2 else 0', '0.5'],
      ['juel', '${globals.limits.order + 1}', '501'],
    ] as const
    for (const [index, [format, text, wanted]] of texts.entries()) {
      const definition = await scenario.deploy(
        process(`reads${index}`)
          .start()
          .element('scriptTask', 'run', script(format, text))
          .userTask('do')
          .end()
          .toXml(),
      )
      expect(String((await storedOf(await scenario.start(definition), 'read')).value)).toBe(wanted)
    }
    const conditional = await scenario.deploy(
      process('later')
        .start()
        .serviceTask('run', { 'camunda:expression': '${globals.rate}', 'camunda:resultVariable': 'read' })
        .userTask('do')
        .end()
        .toXml(),
    )
    expect((await storedOf(await scenario.start(conditional), 'read')).value).toBe('0.25')
    await designer.call(save, { params: { id: rate.id }, body: { name: 'rate', type: 'number', value: '0.75' } })
    expect((await storedOf(await scenario.start(conditional), 'read')).value).toBe('0.75')
    // A model that has a variable of that name goes on as it did.
    const own = await scenario.start(conditional, { variables: { globals: { rate: 7 } } })
    expect((await storedOf(own, 'read')).value).toBe('7')
  })

  it('is none of another workplace', async () => {
    await make('ours', 'text', 'ours')
    const elsewhere = await createScenario(runtime, await createWorkplace(db))
    const definition = await elsewhere.deploy(
      process('elsewhere')
        .start()
        .element('scriptTask', 'run', script('javascript', 'typeof globals.ours'))
        .userTask('do')
        .end()
        .toXml(),
    )
    expect((await storedOf(await elsewhere.start(definition), 'read')).value).toBe('undefined')
  })
})

describe('a secret', () => {
  it('is in no answer, list, file, audit or table, and keeps its value when none is sent', async () => {
    const secret = 'a secret of "ours" & théirs'
    const made = await designer.call(create, {
      body: { key: 'apiKey', name: 'Key of the shop', value: secret, isSecret: true, type: 'json' },
    })
    expect(made.body).toMatchObject({ type: 'text', value: null, isSecret: true })
    const { id } = made.body
    const stored = async () =>
      (await admin.query('select * from global_property where workplace_id = $1 and id = $2', [workplaceId, id]))
        .rows[0]
    const before = await stored()
    expect(before.sealed.includes(Buffer.from(secret))).toBe(false)
    await designer.call(save, { params: { id }, body: { name: 'Key' } })
    expect((await stored()).sealed).toEqual(before.sealed)
    await designer.call(save, { params: { id }, body: { name: 'Key', value: `${secret} 2` } })
    const after = await stored()
    expect(after.sealed).not.toEqual(before.sealed)
    expect(after.handle).toBe(before.handle)
    const file = await designer.send({ method: 'GET', url: `/api${listExport.path}?format=csv` })
    expect(file.status).toBe(200)
    expect(JSON.stringify(file)).toContain('apiKey')
    const { rows: audited } = await admin.query('select * from audit_entry where workplace_id = $1', [workplaceId])
    const everything = JSON.stringify([
      made,
      await designer.call(list),
      await designer.call(get, { params: { id } }),
      file,
      audited,
    ])
    expect(everything).not.toContain('a secret of')
    expect(everything).not.toContain(before.handle)
    expect(JSON.stringify(audited)).toContain('global-property')
  })

  it('has to be one that a header can carry', async () => {
    for (const value of ['', 'two\r\nlines'])
      expect(
        (await designer.call(create, { body: { key: 'bad', name: 'Bad', value, isSecret: true } })).error.code,
      ).toBe('global-property.invalid')
  })
})
