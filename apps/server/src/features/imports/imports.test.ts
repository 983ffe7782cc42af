import { buffer } from 'node:stream/consumers'
import {
  type AnswerOf,
  applicationCalls,
  appProcessCalls,
  bindingCalls,
  formCalls,
  type applicationImportCalls as imports,
} from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { type FilePart, multipart } from '../../runtime/testing/multipart.ts'

const { db, admin, workplaceId, signIn } = await createTestApp()
const designer = await signIn({ roles: ['RoleDesign'] })
const operator = await signIn({ roles: ['RoleProcessAdmin', 'RoleIntegration'] })
const stranger = await signIn({ workplaceId: await createWorkplace(db), roles: ['RoleDesign'] })

let count = 0
const makeApplication = async () => {
  const body = { name: `Application ${++count}`, key: `application-${count}` }
  return (await designer.call(applicationCalls.create, { body })).body.id
}

type Report = AnswerOf<typeof imports.read> & { readonly code: string; readonly message: string }
type Result = AnswerOf<typeof imports.run> & { readonly code: string; readonly details: readonly { where: string }[] }

const send = async (
  appId: string,
  path: string,
  files: readonly FilePart[],
  fields = {},
  client: TestClient = designer,
) => {
  const { headers, payload } = multipart(files, fields)
  return client.send({ method: 'POST', url: `/api/applications/${appId}/import${path}`, headers, payload })
}
const read = async (appId: string, files: readonly FilePart[], client?: TestClient) => {
  const { status, body } = await send(appId, '/read', files, {}, client)
  return { status, body: body as Report }
}
const run = async (appId: string, files: readonly FilePart[], plan: object, client?: TestClient) => {
  const { status, body } = await send(appId, '', files, { plan: JSON.stringify(plan) }, client)
  return { status, body: body as Result }
}
const zip = (files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> => {
  const file = new ZipFile()
  for (const [name, content] of Object.entries(files)) file.addBuffer(Buffer.from(content), name)
  file.end()
  return buffer(file.outputStream)
}
const readXml = async (appId: string, processId: string) =>
  (await designer.call(appProcessCalls.modeller, { params: { appId, processId } })).body.xml

const bpmn = (prefix: string, uri: string, key: string, inside: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:${prefix}="${uri}" targetNamespace="t">
  <process id="${key}" name="Leave &amp; travel" isExecutable="true">
    <startEvent id="start"/><sequenceFlow id="f0" sourceRef="start" targetRef="ask"/>
    ${inside}
  </process>
</definitions>`

/** As Camunda Modeler writes it. */
const camunda = (key = 'leave', called = 'payroll') =>
  bpmn(
    'camunda',
    'http://camunda.org/schema/1.0/bpmn',
    key,
    `
    <userTask id="ask" name="Ask" camunda:assignee="nobody-here" camunda:formKey="camunda-forms:deployment:forms/leave-form.form"/>
    <sequenceFlow id="f1" sourceRef="ask" targetRef="book"/>
    <serviceTask id="book" name="Book it" camunda:class="org.example.BookLeave"/>
    <sequenceFlow id="f2" sourceRef="book" targetRef="script"/>
    <scriptTask id="script" scriptFormat="groovy"><script>println 'x'</script></scriptTask>
    <sequenceFlow id="f3" sourceRef="script" targetRef="pay"/>
    <callActivity id="pay" calledElement="${called}"/>
    <sequenceFlow id="f4" sourceRef="pay" targetRef="end"/>
    <endEvent id="end"/>`,
  )

/** As Flowable's modeller deploys it. */
const flowable = bpmn(
  'flowable',
  'http://flowable.org/bpmn',
  'trip',
  `
    <userTask id="ask" name="Ask" flowable:candidateGroups="\${'staff'}" flowable:formKey="tripForm" flowable:taskIdVariableName="taskOfTrip" flowable:formFieldValidation="true"/>
    <sequenceFlow id="f1" sourceRef="ask" targetRef="end"/><endEvent id="end"/>`,
)

const formJs = JSON.stringify({
  type: 'default',
  id: 'LeaveForm_1x',
  schemaVersion: 16,
  components: [{ type: 'textfield', id: 'A', key: 'reason', label: 'Reason', validate: { required: true } }],
})

const flowableForm = JSON.stringify({
  key: 'tripForm',
  name: 'Trip',
  version: 0,
  fields: [
    { fieldType: 'FormField', id: 'city', name: 'City', type: 'text', required: true },
    {
      fieldType: 'OptionFormField',
      id: 'by',
      name: 'By',
      type: 'dropdown',
      hasEmptyValue: true,
      options: [{ name: 'Please choose one...' }, { name: 'Train' }],
    },
    { fieldType: 'FormField', id: 'map', name: 'Map', type: 'custom-map' },
  ],
  outcomes: [{ id: 'o1', name: 'Approve' }],
})

const dmn = `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="d" name="d" namespace="n"><decision id="days" name="Days"><literalExpression><text>20</text></literalExpression></decision></definitions>`

/** Of one decision that requires another. */
const required = `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="d" name="d" namespace="n">
  <decision id="basic" name="Basic days"><variable name="Basic days"/><literalExpression><text>20</text></literalExpression></decision>
  <decision id="all" name="All days"><variable name="All days"/>
    <informationRequirement><requiredDecision href="#basic"/></informationRequirement>
    <literalExpression><text>Basic days + 5</text></literalExpression></decision></definitions>`

const asking = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="t">
  <process id="rest" name="Rest" isExecutable="true" camunda:historyTimeToLive="30"><startEvent id="start"/>
    <sequenceFlow id="f0" sourceRef="start" targetRef="ask"/>
    <businessRuleTask id="ask" camunda:decisionRef="all" camunda:mapDecisionResult="singleEntry" camunda:resultVariable="days"/>
  </process></definitions>`

const leave = async () => [
  {
    name: 'leave.bar',
    content: await zip({
      'leave.bpmn': camunda(),
      'forms/leave-form.form': formJs,
      'days.dmn': dmn,
      'META-INF/processes.xml': '<process-application/>',
      'BookLeave.class': 'x',
    }),
  },
]

describe('files of other products are read', () => {
  it('line by line, without changing anything', async () => {
    const appId = await makeApplication()
    const { status, body } = await read(appId, await leave())
    expect(status).toBe(200)
    expect(body.files.map(({ path, kind, format, key, canImport }) => [path, kind, format, key, canImport])).toEqual([
      ['leave.bar/leave.bpmn', 'process', 'camunda', 'leave', true],
      ['leave.bar/forms/leave-form.form', 'form', 'form-js', 'LeaveForm_1x', true],
      ['leave.bar/days.dmn', 'decision', null, 'days', true],
      ['leave.bar/META-INF/processes.xml', 'other', null, null, false],
      ['leave.bar/BookLeave.class', 'other', null, null, false],
    ])
    const lines = body.files[0]?.lines.map(({ elementId, result, code, needs }) => [elementId, result, code, needs])
    expect(lines).toEqual([
      ['leave', 'runs', null, null],
      ['start', 'runs', null, null],
      ['ask', 'decide', 'deployment.user-unknown', { kind: 'user', name: 'nobody-here' }],
      ['ask', 'mapped', 'import.form-key', null],
      ['book', 'decide', 'bpmn.needs-binding', { kind: 'binding', name: 'org.example.BookLeave' }],
      ['script', 'decide', 'expression.language', null],
      ['pay', 'decide', 'deployment.target-unknown', { kind: 'process', name: 'payroll' }],
      ['end', 'runs', null, null],
    ])
    expect(body.files[0]?.counts).toEqual({ runs: 3, mapped: 1, decide: 4, fault: 0 })
    expect(body.files[2]?.lines).toMatchObject([{ result: 'runs', message: null }])
    expect((await designer.call(applicationCalls.get, { params: { appId } })).body).toMatchObject({
      processes: 0,
      forms: 0,
    })
  })

  it('in the words of Flowable, with what is called otherwise and what nobody reads', async () => {
    const files = [
      {
        name: 'trip.zip',
        content: await zip({
          'trip.app': '{"key":"trips","name":"Trips"}',
          'trip.bpmn': flowable,
          'form-tripForm.form': flowableForm,
        }),
      },
    ]
    const { body } = await read('0', files)
    expect(body.application).toEqual({ name: 'Trips', key: 'trips' })
    expect(body.files[1]?.lines.map(({ elementId, result, message }) => [elementId, result, message]).slice(2)).toEqual(
      [
        ['ask', 'mapped', '“flowable:taskIdVariableName” is “taskIdVariable” here.'],
        [
          'ask',
          'decide',
          '“flowable:formFieldValidation” is not supported and is ignored. Check whether your process needs it.',
        ],
        ['end', 'runs', null],
      ],
    )
    const form = body.files[2]
    expect(form).toMatchObject({ kind: 'form', format: 'Flowable', key: 'tripForm', name: 'Trip', canImport: true })
    expect(form?.lines.map(({ elementId, result }) => [elementId, result])).toEqual([
      [null, 'mapped'],
      ['fields[2]', 'decide'],
      ['outcomes', 'mapped'],
    ])
  })

  it('with what is bound already', async () => {
    const appId = await makeApplication()
    const params = { name: 'org.example.BookLeave' }
    const body = { kind: 'script', language: 'javascript', text: '1' } as const
    expect((await operator.call(bindingCalls.save, { params, body })).status).toBe(200)
    const report = await read(appId, await leave())
    expect(report.body.files[0]?.lines.find(({ elementId }) => elementId === 'book')).toMatchObject({
      result: 'mapped',
      code: 'import.binding',
    })
    await operator.call(bindingCalls.delete, { params })
  })

  it.each([
    ['what is no model', 'notes.xml', '<notes/>', 'import.unknown'],
    ['what an editor keeps', 'bpmn-models.zip', { 'bpmn-models/leave.json': '{"stencil":{}}' }, 'import.editor-file'],
    ['a case', 'case.zip', { 'a.cmmn': '<definitions/>' }, 'import.case'],
    ['a page', 'pages.zip', { 'forms/start.html': '<form/>' }, 'import.page'],
    ['a form that is none', 'a.form', '{"a":1}', 'import.form-invalid'],
    ['another encoding', 'a.bpmn', '<?xml version="1.0" encoding="klingon"?><definitions/>', 'deployment.encoding'],
  ])('and told of %s', async (_, name, content, code) => {
    const { body } = await read('0', [{ name, content: typeof content === 'string' ? content : await zip(content) }])
    expect(body.files).toMatchObject([{ kind: 'other', canImport: false, lines: [{ result: 'decide', code }] }])
  })

  it('and an archive in an archive stays closed', async () => {
    const inner = await zip({ 'leave.bpmn': camunda() })
    const { body } = await read('0', [{ name: 'outer.zip', content: await zip({ 'inner.bar': inner }) }])
    expect(body.files).toMatchObject([{ path: 'outer.zip/inner.bar', lines: [{ code: 'import.archive' }] }])
  })

  it('with errors, which do not keep a process from being taken over', async () => {
    const broken = camunda().replace('targetRef="end"', 'targetRef="nowhere"')
    const { body } = await read('0', [{ name: 'leave.bpmn', content: broken }])
    expect(body.files[0]).toMatchObject({ canImport: true, key: 'leave' })
    expect(body.files[0]?.counts.fault).toBeGreaterThan(0)
    const nothing = await read('0', [{ name: 'leave.bpmn', content: 'no xml' }])
    expect(nothing.body.files[0]).toMatchObject({
      canImport: false,
      lines: [{ result: 'fault', code: 'xml.malformed' }],
    })
  })
})

describe('an archive is refused', () => {
  const message = async (content: Buffer) => {
    const { status, body } = await read('0', [{ name: 'a.zip', content }])
    return [status, body.code, body.message]
  }

  it('when it holds more than it may', async () => {
    const bomb = await zip({ 'a.bpmn': Buffer.alloc(53_000_000) })
    expect(bomb.length).toBeLessThan(100_000)
    expect(await message(bomb)).toEqual([
      422,
      'import.file-invalid',
      'a.zip: Expected at most 500 files and 50 MB in total, but the archive has more. Import it in parts.',
    ])
    const many = await zip(Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`${index}.txt`, ''])))
    expect((await message(many))[0]).toBe(422)
  })

  it('when a name leads out of it', async () => {
    const archive = await zip({ 'xx/evil.bpmn': camunda() })
    const evil = Buffer.from(archive.toString('latin1').replaceAll('xx/evil', '../evil'), 'latin1')
    expect((await message(evil))[2]).toContain('one leads out of it')
  })

  it('when it is damaged', async () => {
    const archive = await zip({ 'leave.bpmn': camunda() })
    expect((await message(archive.subarray(0, -30)))[2]).toContain('damaged')
    const flipped = Buffer.from(archive)
    flipped.fill(0xff, 60, 120)
    expect((await message(flipped))[2]).toContain('damaged')
  })

  it('when there is no file, or one twice', async () => {
    expect((await read('0', [])).body.code).toBe('import.file-invalid')
    const file = { name: 'a.bpmn', content: camunda() }
    expect((await read('0', [file, file])).body.code).toBe('import.file-invalid')
  })
})

describe('what was chosen is taken over', () => {
  const all = [
    { path: 'leave.bar/leave.bpmn', action: 'add' },
    { path: 'leave.bar/forms/leave-form.form', action: 'add' },
  ]
  const free = [
    { ...all[0], key: 'leave-1' },
    { ...all[1], key: 'leave-form-1' },
  ]

  it('into a new application, and the process names the form by its key', async () => {
    const { status, body } = await run('0', await leave(), {
      choices: all,
      application: { name: 'Leave', key: 'leave-app' },
    })
    expect(status).toBe(200)
    expect(body.parts.map(({ kind, name, key, version }) => [kind, name, key, version])).toEqual([
      ['process', 'Leave travel', 'leave', 1],
      ['form', 'leave-form', 'LeaveForm_1x', 1],
    ])
    const xml = await readXml(body.applicationId, body.parts[0]?.id ?? '')
    expect(xml).toBe(camunda().replace('camunda-forms:deployment:forms/leave-form.form', 'LeaveForm_1x'))
    const { body: form } = await designer.call(formCalls.get, {
      params: { appId: body.applicationId, formId: body.parts[1]?.id ?? '' },
    } as never)
    expect(form).toMatchObject({ formKey: 'LeaveForm_1x', version: 1 })
    const { rows } = await admin.query(
      `select array_agg(entity order by entity) as entities from audit_entry where workplace_id = $1 group by revision order by revision desc limit 1`,
      [workplaceId],
    )
    expect(new Set(rows[0].entities)).toEqual(
      new Set(['app-process', 'app-process-version', 'application', 'form', 'form-version']),
    )
  })

  it('under other keys, by which the parts name each other', async () => {
    const appId = await makeApplication()
    const report = await read(appId, await leave())
    expect(report.body.files[0]).toMatchObject({
      existing: { where: 'elsewhere', applicationName: 'Leave' },
      freeKey: 'leave-copy',
    })
    const taken = await run(appId, await leave(), { choices: all })
    expect([taken.status, taken.body.code, taken.body.details[0]?.where]).toEqual([
      409,
      'thing.key-taken',
      'plan.choices.0.key',
    ])
    const { body } = await run(appId, await leave(), { choices: free })
    const xml = await readXml(appId, body.parts[0]?.id ?? '')
    expect(xml).toContain('<process id="leave-1"')
    expect(xml).toContain('camunda:formKey="leave-form-1"')
  })

  it('as a new version of what is there', async () => {
    const { body: list } = await designer.call(applicationCalls.list, { query: { q: 'leave-app' } } as never)
    const appId = (list as { items: { id: string }[] }).items[0]?.id ?? ''
    const report = await read(appId, await leave())
    expect(report.body.files.slice(0, 2).map(({ existing }) => existing?.where)).toEqual(['here', 'here'])
    const { body } = await run(appId, await leave(), { choices: all.map((one) => ({ ...one, action: 'replace' })) })
    expect(body.parts.map(({ version }) => version)).toEqual([2, 2])
    const none = await run(await makeApplication(), await leave(), { choices: [{ ...all[0], action: 'replace' }] })
    expect([none.status, none.body.code]).toEqual([404, 'thing.not-found'])
  })

  it('decisions too, which processes name by the keys that they get, and which are deployed with them', async () => {
    const files = [{ name: 'rest.zip', content: await zip({ 'rest.bpmn': asking, 'all.dmn': required }) }]
    const choices = [
      { path: 'rest.zip/rest.bpmn', action: 'add' },
      { path: 'rest.zip/all.dmn', action: 'add' },
    ]
    const report = await read('0', files)
    expect(report.body.files.map(({ counts }) => [counts.decide, counts.fault])).toEqual([
      [0, 0],
      [0, 0],
    ])
    const first = await run('0', files, { choices, application: { name: 'Rest', key: 'rest-app' } })
    expect(first.body.parts.map(({ kind, name, key }) => [kind, name, key])).toEqual([
      ['process', 'Rest', 'rest'],
      ['decision', 'All days', 'all'],
    ])
    const params = { appId: first.body.applicationId }
    expect((await designer.call(applicationCalls.deploy, { params, body: { note: '' } })).body).toMatchObject({
      version: 1,
      warnings: [],
    })

    // Beside the first, under other keys: the one that it requires gets another as well.
    const again = await read('0', files)
    expect(again.body.files.map(({ existing, freeKey }) => [existing?.where, freeKey])).toEqual([
      ['elsewhere', 'rest-copy'],
      ['elsewhere', 'all-copy'],
    ])
    const renamed = choices.map((one, index) => ({ ...one, key: ['rest-1', 'all-1'][index] }))
    const second = await run('0', files, { choices: renamed, application: { name: 'Rest 1', key: 'rest-app-1' } })
    const [process, decision] = second.body.parts.map(({ id }) => id)
    expect(await readXml(second.body.applicationId, process ?? '')).toContain('camunda:decisionRef="all-1"')
    const { rows } = await admin.query('select decision_keys from app_decision where id = $1', [decision])
    expect(rows).toEqual([{ decision_keys: ['basic-copy', 'all-1'] }])
    const taken = await run(second.body.applicationId, files, { choices: choices.slice(1) })
    expect([taken.status, taken.body.code, taken.body.details[0]?.where]).toEqual([
      409,
      'thing.key-taken',
      'plan.choices.0.key',
    ])
    const replaced = await run(first.body.applicationId, files, { choices: [{ ...choices[1], action: 'replace' }] })
    expect(replaced.body.parts).toMatchObject([{ kind: 'decision', key: 'all', version: 2 }])
  })

  it('completely or not at all', async () => {
    const appId = await makeApplication()
    const { status } = await run(appId, await leave(), { choices: [{ ...free[0], key: 'fresh' }, all[1]] })
    expect(status).toBe(409)
    expect((await designer.call(applicationCalls.get, { params: { appId } })).body.processes).toBe(0)
    const twice = await run('0', await leave(), {
      choices: [
        { ...all[0], key: 'a1' },
        { ...all[0], key: 'A1' },
      ],
      application: { name: 'Twice', key: 'twice' },
    })
    expect(twice.status).toBe(409)
    expect((await designer.call(applicationCalls.list, { query: { q: 'twice' } } as never)).body).toMatchObject({
      items: [],
    })
  })

  it('deploys and runs afterwards, when what it needs is there', async () => {
    const files = [
      { name: 'trip.zip', content: await zip({ 'trip.bpmn': flowable, 'form-tripForm.form': flowableForm }) },
    ]
    const choices = ['trip.zip/trip.bpmn', 'trip.zip/form-tripForm.form'].map((path) => ({ path, action: 'add' }))
    const { body } = await run('0', files, { choices, application: { name: 'Trips', key: 'trips' } })
    const deployed = await designer.call(applicationCalls.deploy, {
      params: { appId: body.applicationId },
      body: { note: '' },
    })
    expect(deployed.body).toMatchObject({ version: 1, warnings: [] })
  })

  it.each([
    ['without a plan', '0', undefined, 400],
    ['that is empty', '0', { choices: [], application: { name: 'A', key: 'a' } }, 400],
    ['without an application', '0', { choices: all }, 400],
    [
      'of what is no part',
      '0',
      { choices: [{ path: 'leave.bar/BookLeave.class', action: 'add' }], application: { name: 'A', key: 'a' } },
      422,
    ],
    ['into what is not there', '00000000-0000-4000-8000-000000000000', { choices: free }, 404],
    [
      'under a key that is none',
      '0',
      { choices: [{ ...all[0], key: '1 <' }], application: { name: 'A', key: 'a' } },
      400,
    ],
  ])('but not %s', async (_, appId, plan, status) => {
    expect((await run(appId, await leave(), plan as object)).status).toBe(status)
  })

  it('by designers of the workplace alone', async () => {
    const appId = await makeApplication()
    expect((await read(appId, await leave(), operator)).status).toBe(403)
    expect((await run(appId, await leave(), { choices: free }, operator)).status).toBe(403)
    expect((await read(appId, await leave(), stranger)).status).toBe(404)
    expect((await run(appId, await leave(), { choices: free }, stranger)).status).toBe(404)
  })
})
