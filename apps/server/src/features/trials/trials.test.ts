import { readFile } from 'node:fs/promises'
import {
  appDecisionCalls,
  applicationCalls,
  appProcessCalls,
  formCalls,
  globalPropertyCalls,
  trialCalls,
} from '@millrace/contract'
import { createTestApp, createWorkplace } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'

const { db, admin, workplaceId, signIn } = await createTestApp()
const designer = await signIn({ roles: ['RoleDesign'], firstName: 'Grace', lastName: 'Hopper' })
const other = await signIn({ roles: ['RoleDesign'], firstName: 'Ada', lastName: 'Lovelace' })
const worker = await signIn({ roles: ['RoleUser'] })
const stranger = await signIn({ workplaceId: await createWorkplace(db), roles: ['RoleDesign'] })

const at = '2026-03-02T10:00:00.000Z'
const start = { kind: 'start', at } as const
const place = (element: string) => ({ element, index: 0, process: null })
const number = (name: string, value: number) => ({ name, type: 'Integer', value }) as const

let count = 0
const orderXml = (key: string, limit = 100) =>
  `<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="t"><bpmn:process id="${key}" isExecutable="true">
  <bpmn:startEvent id="start"/><bpmn:sequenceFlow id="f1" sourceRef="start" targetRef="ask"/>
  <bpmn:userTask id="ask" name="Ask" camunda:formKey="${key}-form" camunda:assignee="bert"/><bpmn:sequenceFlow id="f2" sourceRef="ask" targetRef="choose"/>
  <bpmn:exclusiveGateway id="choose" default="f4"/><bpmn:sequenceFlow id="f3" sourceRef="choose" targetRef="check"><bpmn:conditionExpression>\${amount &gt; ${limit}}</bpmn:conditionExpression></bpmn:sequenceFlow>
  <bpmn:sequenceFlow id="f4" sourceRef="choose" targetRef="end"/><bpmn:serviceTask id="check" camunda:type="external" camunda:topic="checking"/>
  <bpmn:sequenceFlow id="f5" sourceRef="check" targetRef="end"/><bpmn:endEvent id="end"/></bpmn:process></bpmn:definitions>`
const formJson = JSON.stringify({
  schema: 2,
  id: 'form',
  root: [
    { id: 'a', type: 'number', key: 'amount', props: { label: 'Amount', required: true } },
    { id: 'c', type: 'user', key: 'buyer', props: { label: 'Buyer' } },
    { id: 'b', type: 'text', key: 'secret', props: { label: 'For the board', visibleFor: ['board'] } },
  ],
})

async function createOrder() {
  const key = `trial-${++count}`
  const { body: application } = await designer.call(applicationCalls.create, { body: { name: `Trials ${count}`, key } })
  const appId = application.id
  const process = await designer.call(appProcessCalls.create, { params: { appId }, body: { name: 'Order', key } })
  const params = { appId, processId: process.body.id }
  const form = await designer.call(formCalls.create, {
    params: { appId },
    body: { name: 'Ask', formKey: `${key}-form`, labels: '' },
  })
  await designer.call(formCalls.saveDesign, {
    params: { appId, formId: form.body.id },
    body: { designerJson: formJson },
  })
  const draw = async (xml: string) => {
    const saved = await designer.call(appProcessCalls.saveDesign, { params, body: { xml } })
    if (saved.status !== 200) throw new Error(JSON.stringify(saved.error))
  }
  await draw(orderXml(key))
  return { key, appId, params, draw, xml: orderXml(key) }
}

const readRows = async () => {
  const tables = ['instance', 'root', 'job', 'task', 'deployment', 'process_definition', 'audit_entry']
  const known = await admin.query<{ table_name: string }>(
    `select table_name from information_schema.tables where table_schema = 'public' and table_name = any($1)`,
    [tables],
  )
  const counts = await Promise.all(
    known.rows.map(async ({ table_name: table }) => {
      const { rows } = await admin.query<{ count: string }>(`select count(*) from ${table} where workplace_id = $1`, [
        workplaceId,
      ])
      return [table, rows[0]?.count]
    }),
  )
  return counts
}

describe('a process is tried', () => {
  it('whose decision is that of its deployment, and whose start form is not made yet', async () => {
    const { params } = await createOrder()
    const xml = await readFile(
      new URL('../../operations/samples/models/purchase-request.bpmn', import.meta.url),
      'utf8',
    )
    const { status, body } = await designer.call(trialCalls.tryOut, { params, body: { xml, steps: [] } })
    expect({ status, starts: body.starts.length }).toEqual({ status: 200, starts: 1 })
  })

  it('with the decisions of its application as they are designed, whatever is deployed', async () => {
    const { key, appId, params } = await createOrder()
    const xml = orderXml(key).replace(
      /<bpmn:userTask[^>]*>/,
      `<bpmn:businessRuleTask id="ask" camunda:decisionRef="${key}-size" camunda:mapDecisionResult="singleEntry" camunda:resultVariable="amount"/>`,
    )
    const dmn = (amount: number) =>
      `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="d" name="d" namespace="n"><decision id="${key}-size" name="Size"><literalExpression><text>${amount}</text></literalExpression></decision></definitions>`
    const tryIt = async () => {
      const { body } = await designer.call(trialCalls.tryOut, { params, body: { xml, steps: [start] } })
      return [body.status, body.waiting[0]?.element, body.variables.find(({ name }) => name === 'amount')?.value]
    }
    // Nowhere: done by hand.
    expect(await tryIt()).toEqual(['running', 'ask', undefined])
    const named = { name: 'Size', key: `${key}-size` }
    const made = await designer.call(appDecisionCalls.create, { params: { appId }, body: named })
    const ofDecision = { appId, decisionId: made.body.id }
    const save = (amount: number) =>
      designer.call(appDecisionCalls.saveDesign, { params: ofDecision, body: { xml: dmn(amount) } })
    expect((await save(50)).status).toBe(200)
    expect(await tryIt()).toEqual(['completed', undefined, 50])
    expect((await designer.call(applicationCalls.deploy, { params: { appId }, body: { note: '' } })).status).toBe(200)
    await save(500)
    expect(await tryIt()).toEqual(['running', 'check', 500])
  })

  it('with the global properties that there are; a secret one is neither reported nor named', async () => {
    const { params, xml } = await createOrder()
    const make = (key: string, value: string, more: object = {}) =>
      designer.call(globalPropertyCalls.create, { body: { key, name: key, type: 'number', value, ...more } as never })
    expect((await make('orderLimit', '70')).status).toBe(200)
    expect((await make('shopKey', 'very secret', { type: 'text', isSecret: true })).status).toBe(200)
    const reading = xml
      .replace('${amount &gt; 100}', '${globals.orderLimit &gt; 60}')
      .replace('<bpmn:serviceTask id="check"', '<bpmn:serviceTask id="check" name="Check"')
      .replace(
        'camunda:topic="checking"/>',
        'camunda:topic="checking"><bpmn:extensionElements><camunda:inputOutput><camunda:inputParameter name="said">${globals.shopKey}</camunda:inputParameter></camunda:inputOutput></bpmn:extensionElements></bpmn:serviceTask>',
      )
    const steps = [start, { kind: 'complete', place: place('ask'), variables: [number('amount', 5)], at }]
    const tried = await designer.call(trialCalls.tryOut, { params, body: { xml: reading, steps } as never })
    expect(tried.status).toBe(200)
    const answerText = JSON.stringify(tried.body)
    expect(answerText).toContain('check')
    expect(tried.body.waiting?.map(({ element }: { element: string }) => element)).toEqual(['check'])
    expect(answerText).toContain('•••')
    expect(answerText).not.toMatch(/very secret|__secret_/)
  })

  it('with forms that name people, who are found as in the form itself', async () => {
    const { params, xml } = await createOrder()
    const { body } = await designer.call(trialCalls.tryOut, { params, body: { xml, steps: [start] } })
    const hash = body.form?.form.document.hash ?? ''
    const ask = (query: { node: string; hash: string; q?: string }, client = designer) =>
      client.call(trialCalls.formChoices, { params, query })
    const { body: found } = await ask({ node: 'c', hash, q: 'hopp' })
    expect(found).toEqual({ items: [{ id: designer.user.username, name: 'Grace Hopper' }], isMore: false })
    // Filled with it, the trial goes on.
    const submission = { values: { amount: 5, buyer: designer.user.username }, hash }
    const complete = { kind: 'complete', place: place('ask') } as const
    const done = await designer.call(trialCalls.tryOut, { params, body: { xml, steps: [start, complete], submission } })
    expect(done.body).toMatchObject({ status: 'completed', failure: null })
    for (const query of [
      { node: 'a', hash },
      { node: 'c', hash: 'another' },
      { node: '%', hash },
    ])
      expect((await ask(query)).error?.code).toBe('thing.not-found')
    expect((await ask({ node: 'c', hash }, worker)).error?.code).toBe('right.missing')
    expect((await ask({ node: 'c', hash }, stranger)).error?.code).toBe('thing.not-found')
  })

  it('as it is drawn, with the forms of its application, and nothing is kept of it', async () => {
    const { params, xml } = await createOrder()
    const before = await readRows()
    expect(before.length).toBeGreaterThan(4)
    const fresh = await designer.call(trialCalls.tryOut, { params, body: { xml, steps: [] } })
    expect(fresh.body).toMatchObject({ status: 'new', starts: [{ element: 'start', isPlain: true }] })
    const started = await designer.call(trialCalls.tryOut, { params, body: { xml, steps: [start] } })
    expect(started.body.waiting).toEqual([{ ...place('ask'), kind: 'task', name: 'Ask', detail: 'bert', dueAt: null }])
    // Whoever tries it plays everybody.
    const form = started.body.form?.form
    expect(form?.document.data).toHaveLength(3)
    expect(form?.isStandIn).toBe(false)
    const complete = { kind: 'complete', place: place('ask') } as const
    const hash = form?.document.hash ?? ''
    const submission = { values: { amount: '250' }, hash }
    const filled = await designer.call(trialCalls.tryOut, {
      params,
      body: { xml, steps: [start, complete], submission },
    })
    expect(filled.body.steps.at(-1)).toMatchObject({
      variables: expect.arrayContaining([expect.objectContaining({ name: 'amount', value: 250 })]),
    })
    expect(filled.body.waiting).toMatchObject([{ kind: 'work', element: 'check', detail: 'checking' }])
    const done = await designer.call(trialCalls.tryOut, {
      params,
      body: { xml, steps: [...filled.body.steps, { kind: 'answer', place: place('check') }] },
    })
    expect(done.body).toMatchObject({ status: 'completed', waiting: [], failure: null })
    expect(done.body.path.map(({ element }) => element)).toEqual(['start', 'ask', 'choose', 'check', 'end'])
    expect(await readRows()).toEqual(before)
  })

  it('and shows what is missing in a form', async () => {
    const { params, xml } = await createOrder()
    const { body } = await designer.call(trialCalls.tryOut, { params, body: { xml, steps: [start] } })
    const steps = [start, { kind: 'complete', place: place('ask') } as const]
    const submit = (submission: { values: object; hash: string }) =>
      designer.call(trialCalls.tryOut, { params, body: { xml, steps, submission: { ...submission, values: {} } } })
    const missing = await submit({ values: {}, hash: body.form?.form.document.hash ?? '' })
    expect([missing.status, missing.error?.code, missing.error?.details?.[0]?.where]).toEqual([
      422,
      'form.invalid',
      'amount',
    ])
    expect((await submit({ values: {}, hash: 'other' })).error?.code).toBe('form.changed')
  })

  it('with the processes of its application that it calls, and by nobody but designers', async () => {
    const { params, appId, key } = await createOrder()
    const created = await designer.call(appProcessCalls.create, {
      params: { appId },
      body: { name: 'Caller', key: `${key}-caller` },
    })
    const xml = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="t"><process id="${key}-caller" isExecutable="true"><startEvent id="s"/><sequenceFlow id="f" sourceRef="s" targetRef="call"/><callActivity id="call" calledElement="${key}"/></process></definitions>`
    const caller = { appId, processId: created.body.id }
    const { body } = await designer.call(trialCalls.tryOut, { params: caller, body: { xml, steps: [start] } })
    expect(body.waiting).toMatchObject([{ kind: 'task', element: 'ask', process: key }])
    const ask = (client: typeof designer) => client.call(trialCalls.tryOut, { params, body: { xml, steps: [] } })
    expect((await ask(worker)).error?.code).toBe('right.missing')
    expect((await ask(stranger)).error?.code).toBe('thing.not-found')
  })

  it('within the budgets: a loop without end, too many steps, and what is no process', async () => {
    const { params, key } = await createOrder()
    const loop = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="t"><process id="${key}" isExecutable="true"><startEvent id="s"/><sequenceFlow id="a" sourceRef="s" targetRef="g"/><exclusiveGateway id="g"/><sequenceFlow id="b" sourceRef="g" targetRef="t"/><task id="t"/><sequenceFlow id="c" sourceRef="t" targetRef="g"/></process></definitions>`
    const endless = await designer.call(trialCalls.tryOut, { params, body: { xml: loop, steps: [start] } })
    expect([endless.error?.code ?? endless.body.failure?.code]).toEqual([
      expect.stringMatching(/^(engine\.budget|budget\.exceeded)$/),
    ])
    const many = Array.from({ length: 10_000 }, () => ({ kind: 'set' as const }))
    expect((await designer.call(trialCalls.tryOut, { params, body: { xml: loop, steps: many } })).error?.code).toBe(
      'request.invalid',
    )
    for (const xml of ['no file', '<a/>', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'])
      expect((await designer.call(trialCalls.tryOut, { params, body: { xml, steps: [] } })).error?.code).toBe(
        'app-process.file-invalid',
      )
  })

  it('and a step that has no place is reported, with all before it kept', async () => {
    const { params, xml } = await createOrder()
    const { body } = await designer.call(trialCalls.tryOut, {
      params,
      body: { xml, steps: [start, { kind: 'answer', place: place('check') }] },
    })
    expect(body.failure).toMatchObject({ step: 1, code: 'trial.not-waiting', element: 'check' })
    expect(body.waiting).toHaveLength(1)
  })
})

const large = {
  name: 'A large order',
  steps: [start, { kind: 'complete', place: place('ask'), variables: [number('amount', 250)] }],
  expected: { path: ['start', 'ask', 'choose', 'check'], variables: [number('amount', 250)], status: 'running' },
} as const

describe('test cases of a process', () => {
  it('are kept, renamed and deleted, each with its line in the audit', async () => {
    const { params } = await createOrder()
    const { body: test, status } = await designer.call(trialCalls.createTest, { params, body: large })
    expect([status, test]).toMatchObject([
      200,
      { name: 'A large order', revision: 1, updatedBy: { displayName: 'Grace Hopper' } },
    ])
    expect(
      (await designer.call(trialCalls.createTest, { params, body: { ...large, name: 'A LARGE ORDER' } })).error?.code,
    ).toBe('thing.name-taken')
    const ofTest = { ...params, testId: test.id }
    const change = { name: 'Large', expected: { ...large.expected, status: null }, revision: 1 }
    const renamed = await designer.call(trialCalls.saveTest, { params: ofTest, body: change })
    expect(renamed.body).toMatchObject({ name: 'Large', revision: 2, expected: { status: null } })
    expect((await designer.call(trialCalls.saveTest, { params: ofTest, body: change })).error?.code).toBe(
      'thing.changed',
    )
    expect((await stranger.call(trialCalls.tests, { params })).error?.code).toBe('thing.not-found')
    expect((await worker.call(trialCalls.createTest, { params, body: large })).error?.code).toBe('right.missing')
    expect((await designer.call(trialCalls.removeTest, { params: ofTest })).status).toBe(204)
    expect((await designer.call(trialCalls.tests, { params })).body).toEqual([])
    expect((await designer.call(trialCalls.removeTest, { params: ofTest })).error?.code).toBe('thing.not-found')
  })

  it('are copied with the process, and with its application', async () => {
    const { key, appId, params, xml } = await createOrder()
    await designer.call(trialCalls.createTest, { params, body: large })
    const copied = await designer.call(appProcessCalls.saveMultiple, {
      body: { processes: [{ sourceId: params.processId, applicationId: appId, name: 'Second', key: `${key}-2` }] },
    })
    const copyOf = { appId, processId: copied.body[0]?.id ?? '' }
    const { body: tests } = await designer.call(trialCalls.tests, { params: copyOf })
    expect(tests).toMatchObject([{ name: 'A large order', steps: large.steps, revision: 1 }])
    const run = await designer.call(trialCalls.runTests, {
      params: copyOf,
      body: { xml: xml.replace(`process id="${key}"`, `process id="${key}-2"`) },
    })
    expect(run.body.results).toMatchObject([{ name: 'A large order', difference: null }])
    const { body: second } = await designer.call(applicationCalls.copy, {
      params: { appId },
      body: { name: `${key} copied`, key: `${key}-copied` },
    })
    const { rows } = await admin.query(
      'select count(*) from app_process_test t join app_process p on p.id = t.process_id where p.application_id = $1',
      [second.id],
    )
    expect(rows).toEqual([{ count: '2' }])
  })

  it('are changed by nobody while another user is at the process', async () => {
    const { params } = await createOrder()
    await other.call(appProcessCalls.lock, { params, body: { takeOver: true } })
    expect((await designer.call(trialCalls.createTest, { params, body: large })).error?.code).toBe('design.locked')
    expect((await other.call(trialCalls.createTest, { params, body: large })).status).toBe(200)
  })

  it('are run against what is drawn, with what they pass of it', async () => {
    const { params, xml, key } = await createOrder()
    await designer.call(trialCalls.createTest, { params, body: large })
    const { body } = await designer.call(trialCalls.runTests, { params, body: { xml } })
    expect(body.results).toMatchObject([{ name: 'A large order', difference: null }])
    expect([body.coverage.passed.toSorted(), body.coverage.total]).toEqual([
      ['ask', 'check', 'choose', 'f1', 'f2', 'f3', 'start'],
      10,
    ])
    const changed = await designer.call(trialCalls.runTests, { params, body: { xml: orderXml(key, 500) } })
    expect(changed.body.results[0]?.difference).toBe(
      'Expected the path to go to “check” after “choose”, but it went to “end”.',
    )
  })
})

describe('the deployment of an application', () => {
  it('runs all test cases of its processes, and is refused when one fails', async () => {
    const { params, appId, draw, key } = await createOrder()
    const deploy = (overrideReason?: string) =>
      designer.call(applicationCalls.deploy, {
        params: { appId },
        body: overrideReason === undefined ? {} : { overrideReason },
      })
    await designer.call(trialCalls.createTest, { params, body: large })
    expect((await deploy('In a hurry')).body).toMatchObject({ version: 1 })
    await draw(orderXml(key, 500))
    const refused = await deploy()
    expect([refused.status, refused.error]).toMatchObject([
      409,
      {
        code: 'application.tests-failed',
        details: [
          {
            where: 'Order: A large order',
            message: 'Expected the path to go to “check” after “choose”, but it went to “end”.',
          },
        ],
      },
    ])
    const versions = async () => (await designer.call(applicationCalls.versions, { params: { appId } })).body
    expect(await versions()).toMatchObject([{ version: 1, override: null }])
    expect((await deploy('The limit is another one now')).body).toMatchObject({ version: 2 })
    expect(await versions()).toMatchObject([
      { version: 2, override: { reason: 'The limit is another one now', failedTests: ['Order: A large order'] } },
      { version: 1 },
    ])
    const { rows } = await admin.query<{ found: string }>(
      `select count(*) as found from audit_entry a where a.workplace_id = $1 and a::text like '%The limit is another one now%'`,
      [workplaceId],
    )
    expect(Number(rows[0]?.found)).toBe(1)
  })
})
