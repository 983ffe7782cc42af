import { api, type Call, operatedInstanceCalls, ownRoleCalls, roleCalls, roles, settingCalls } from '@millrace/contract'
import { createApiToken, createTestApp, createUser } from '@millrace/server/testing'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, describe, expect, it } from 'vitest'
import { routes } from './engine-rest/routes.ts'
import { multipart } from './runtime/testing/multipart.ts'
import { sampleOf } from './testing/sample-value.ts'
import { type IdOfTable, idsForPath, isSparing } from './testing/sparing.ts'
import { openWorkplaceRows } from './testing/workplace-rows.ts'

/**
 * Instances with a secret in variables that the model and a setting restrict. A user with all roles of the product but
 * RoleFullAPI, and with an own role that lets them read everything else, makes every reading call with every id: the
 * secret is in no answer. A user with the right makes the same calls, and finds it.
 */
const { db, admin, app, workplaceId, signInAs } = await createTestApp()
const secret = 'TOPSECRET'
const number = 918_273_645_546
const inBase64 = Buffer.from(`.${secret}`).toString('base64').slice(2, 12)
const isLeaking = (text: string) => [secret, String(number), inBase64].some((one) => text.includes(one))

const owner = await createUser(db, { workplaceId, username: 'owner', roles, groups: ['camunda-admin'] })
const reader = await createUser(db, {
  workplaceId,
  username: 'reader',
  roles: roles.filter((role) => role !== 'RoleFullAPI'),
})
const ownerClient = await signInAs(owner)
await giveRole('readers', ['see', 'start', 'work', 'operate'])
await admin.query(`insert into setting (workplace_id, key, value) values ($1, 'variables.restricted', '"*secret"')`, [
  workplaceId,
])
const tokens = { owner: await createApiToken(db, owner), reader: await createApiToken(db, reader) }
type Who = keyof typeof tokens
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const tools: Client[] = []
afterAll(() => Promise.all(tools.map((client) => client.close())))

const files = multipart([
  { name: 'payroll.bpmn', content: model() },
  { name: 'grade.dmn', content: decision() },
  { name: 'raise.bpmn', content: raise() },
])
await send('owner', 'POST', '/deployment/create', files)
const variables = {
  salary: { value: secret, type: 'String' },
  salaryNumber: { value: number, type: 'Long' },
  salaryJson: { value: JSON.stringify({ inside: secret }), type: 'Json' },
  salaryBytes: { value: Buffer.from(`.${secret}`).toString('base64'), type: 'Bytes' },
  top_secret: { value: secret, type: 'String' },
  plain: { value: 'OPEN', type: 'String' },
}
const started = await send('owner', 'POST', '/process-definition/key/payroll/start', { variables, businessKey: 'P-1' })
await send('owner', 'POST', '/process-definition/key/quick/start', { variables })
await send('owner', 'POST', '/decision-definition/key/grade/evaluate', { variables })
await failSteps()
const things = await collectThings()

/** The tables with the ids that a tool of assistants takes, by the name of its argument. */
const tablesOfArguments: Readonly<Record<string, string>> = {
  taskId: 'task',
  instanceId: 'instance',
  processId: 'process_definition',
}

/** Calls that show it to the owner, so that the walk is known to find it. */
const showing = [
  '/processes/instances/{id}/variables',
  'GET /engine-rest/variable-instance',
  'POST /engine-rest/variable-instance',
  'GET /engine-rest/history/variable-instance',
  'GET /engine-rest/history/detail',
  'GET /engine-rest/history/decision-instance',
  'GET /engine-rest/task/:id/variables',
  'GET /engine-rest/task/:id/form-variables',
  'GET /engine-rest/process-instance/:id/variables',
  'GET /engine-rest/execution/:id/localVariables',
]

describe('a restricted variable', () => {
  it.each(['reader', 'owner'] as const)(
    'is in answers of reading calls for the owner alone: %s',
    async (who) => {
      const leaking: string[] = []
      // A user who may see the value makes only these calls, and all calls in `npm run soak`.
      const isAsked = (name: string) => who === 'reader' || !isSparing || showing.includes(name)
      const client = await signInAs(who === 'owner' ? owner : reader)
      const calls = Object.values(api)
        .flatMap((group) => Object.values<Call>(group))
        .filter(({ method, path }) => method === 'GET' && !path.startsWith('/live') && isAsked(path))
      for (const call of calls) {
        for (const id of /\{/.test(call.path) ? idsForPath(call.path, things) : ['']) {
          const given = { timeZone: 'UTC', columns: 'salary,salaryNumber', variables: 'salary', definitionId: id }
          const query = call.query === undefined ? {} : (sampleOf(call.query, given) as Record<string, string>)
          const { body } = await client.send({ url: `/api${fill(call.path, id)}`, query })
          if (isLeaking(typeof body === 'string' ? body : JSON.stringify(body))) leaking.push(call.path)
        }
      }
      for (const { method, path } of routes) {
        const isReading = method === 'GET' || routes.some((other) => other.method === 'GET' && other.path === path)
        if (
          !isReading ||
          (method === 'POST' && /^\/(?!.*\/count$)(?:deployment|task|user|group|tenant|filter)\/create/.test(path))
        )
          continue
        if ((method !== 'GET' && method !== 'POST') || !isAsked(`${method} /engine-rest${path}`)) continue
        for (const id of /:/.test(path) ? idsForPath(path, things) : ['']) {
          const asked = { withTaskVariablesInReturn: 'true', includeInputs: 'true', includeOutputs: 'true' }
          const response = await app.inject({
            method,
            url: `/engine-rest${fill(path, id)}`,
            query: asked,
            headers: { authorization: `Bearer ${tokens[who]}` },
            ...(method === 'POST' ? { payload: {} } : {}),
          })
          if (isLeaking(response.body)) leaking.push(`${method} /engine-rest${path}`)
        }
      }
      const found = [...new Set(leaking)]
      if (who === 'reader') expect(found).toEqual([])
      else expect(found).toEqual(expect.arrayContaining(showing))
    },
    300_000,
  )

  it.each([
    ['owner', 1],
    ['reader', 0],
  ] as const)('is found and sorted by for the owner alone: %s', async (who, count) => {
    const filter = [{ name: 'salary', operator: 'eq', value: secret }]
    const instances = await send(who, 'POST', '/process-instance/count', { variables: filter })
    const past = await send(who, 'POST', '/history/process-instance/count', { variables: filter })
    const tasks = await send(who, 'POST', '/task/count', { processVariables: filter })
    expect([instances.count > 0, past.count > 0, tasks.count > 0]).toEqual([count, count, count].map((one) => one > 0))
    expect(await send(who, 'POST', '/variable-instance/count', { variableName: 'salary' })).toEqual(
      count === 0 ? { count: 0 } : { count: expect.any(Number) },
    )
  })

  it.each(['reader', 'owner'] as const)('is in answers of changing calls for the owner alone: %s', async (who) => {
    const leaks = async (answer: unknown) => isLeaking(JSON.stringify(await answer))
    const start = send(who, 'POST', '/process-definition/key/payroll/start', { variables, withVariablesInReturn: true })
    expect(await leaks(start)).toBe(who === 'owner')
    const { id } = await start
    const fetched = send(who, 'POST', '/external-task/fetchAndLock', {
      workerId: who,
      maxTasks: 10,
      topics: [{ topicName: 'pay', lockDuration: 100_000 }],
    })
    expect((await fetched)[0]).toMatchObject({ variables: { plain: { value: 'OPEN' } } })
    expect(await leaks(fetched)).toBe(who === 'owner')
    for (const { id: taskId } of await fetched) await send(who, 'POST', `/external-task/${taskId}/unlock`, {})
    const message = { messageName: 'go', processInstanceId: id, resultEnabled: true, variablesInResultEnabled: true }
    expect(await leaks(send(who, 'POST', '/message', message))).toBe(who === 'owner')
    const [task] = await send(who, 'POST', '/task', { processInstanceId: id, taskDefinitionKey: 'check' })
    await send('owner', 'POST', `/task/${task.id}/assignee`, { userId: who })
    const body = { variables: {}, withVariablesInReturn: true }
    expect(await leaks(send(who, 'POST', `/task/${task.id}/complete`, body))).toBe(who === 'owner')
    // The engine had all of it in every step.
    const { rows } = await admin.query(
      `select name from variable where instance_id = $1 and scope_id = $1 order by name collate "C"`,
      [id],
    )
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['salaryCopied', ...Object.keys(variables)]))
  })

  it('is shown to no assistant of a user without the right', async () => {
    for (const who of ['reader', 'owner'] as const) {
      const client = new Client({ name: 'test', version: '1' })
      const requestInit = { headers: { authorization: `Bearer ${tokens[who]}` } }
      await client.connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit }))
      tools.push(client)
      const leaking = new Set<string>()
      for (const { name, annotations, inputSchema } of (await client.listTools()).tools) {
        if (annotations?.readOnlyHint !== true) continue
        const inputs = inputsOf(inputSchema.properties ?? {})
        expect([name, inputs.length > 0]).toEqual([name, true])
        for (const input of inputs) {
          const answer = JSON.stringify(await client.callTool({ name, arguments: input }))
          expect([name, answer]).not.toEqual([name, expect.stringContaining('Input validation error')])
          if (isLeaking(answer)) leaking.add(name)
        }
      }
      expect([...leaking]).toEqual(who === 'reader' ? [] : ['get_instance', 'explain_incidents'])
    }
  })

  it.each(['reader', 'owner'] as const)('is in no text of a failed step: %s', async (who) => {
    const { id } = await send('owner', 'POST', '/process-definition/key/broken/start', { variables })
    const [task] = await send(who, 'POST', '/task', { processInstanceId: id })
    const failed = await post(who, `/task/${task.id}/complete`, { variables: {} })
    expect([failed.statusCode >= 400, isLeaking(failed.body), failed.body]).toEqual([
      true,
      false,
      expect.stringContaining('[restricted]'),
    ])
    for (const [table, text] of [
      ['incident', `concat(message, detail)`],
      ['incident_group', 'message'],
      ['job', 'concat(error, data)'],
      ['external_task', 'concat(error_message, error_details)'],
      ['operation_log', 'o::text'],
      // What was entered and decided is kept, and shown only to those with the right.
      ['history_fact', `case when kind not in ('form-field', 'decision-evaluated') then data::text end`],
    ]) {
      const { rows } = await admin.query(
        `select text from (select ${text} as text from ${table} o where workplace_id = $1) t where text like any($2)`,
        [workplaceId, [`%${secret}%`, `%${number}%`]],
      )
      expect([table, rows]).toEqual([table, []])
    }
    const { rows } = await admin.query(
      `select distinct type, message from incident where workplace_id = $1 and message like '%[restricted]%'`,
      [workplaceId],
    )
    expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(['failedStep', 'failedJob', 'failedExternalTask']))
  })

  it('is replaced and removed by users with the right alone', async () => {
    const { id } = await send('owner', 'POST', '/process-definition/key/payroll/start', { variables })
    const change = (who: Who) =>
      app.inject({
        method: 'PUT',
        url: `/engine-rest/process-instance/${id}/variables/SALARY`,
        headers: { authorization: `Bearer ${tokens[who]}` },
        payload: { value: 'changed', type: 'String' },
      })
    expect([(await change('reader')).statusCode, (await change('owner')).statusCode]).toEqual([403, 204])
    const client = await signInAs(reader)
    const refused = await client.call(operatedInstanceCalls.setVariable, {
      params: { id },
      body: { name: 'top_secret', type: 'String', text: 'changed' },
    })
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([403, expect.stringContaining('top_secret')])
    const taken = await client.call(operatedInstanceCalls.setVariable, {
      params: { id },
      body: { name: 'plain', type: 'String', text: 'changed' },
    })
    expect(taken.status).toBe(204)
  })

  it.each(['reader', 'owner'] as const)('is compared by calls that write for the owner alone: %s', async (who) => {
    const isOwner = who === 'owner'
    const { id } = await send('owner', 'POST', '/process-definition/key/payroll/start', { variables })
    const topic = { topicName: 'pay', lockDuration: 100_000, processVariables: { salary: secret } }
    const fetch = { workerId: who, maxTasks: 10, topics: [topic] }
    const fetched = await send(who, 'POST', '/external-task/fetchAndLock', fetch)
    expect(fetched.length > 0).toBe(isOwner)
    for (const { id: taskId } of fetched) await send(who, 'POST', `/external-task/${taskId}/unlock`, {})
    const filter = [{ name: 'salary', operator: 'eq', value: secret }]
    const batch = await post(who, '/process-instance/suspended-async', {
      suspended: false,
      processInstanceQuery: { variables: filter },
    })
    expect(batch.statusCode).toBe(isOwner ? 200 : 400)
    const correlationKeys = { salary: { value: secret, type: 'String' } }
    const message = await post(who, '/message', { messageName: 'go', processInstanceId: id, correlationKeys })
    expect(message.statusCode).toBe(isOwner ? 204 : 400)
  })

  it('is written by migrations of users with the right alone', async () => {
    const instance = await send('owner', 'POST', '/process-definition/key/payroll/start', { variables })
    const plan = await send('owner', 'POST', '/migration/generate', {
      sourceProcessDefinitionId: instance.definitionId,
      targetProcessDefinitionId: instance.definitionId,
    })
    const migrationPlan = { ...plan, variables: { salary: { value: 'changed', type: 'String' } } }
    const refused = await post('reader', '/migration/execute', { migrationPlan, processInstanceIds: [instance.id] })
    expect([refused.statusCode, refused.body]).toEqual([403, expect.stringContaining('salary')])
  })

  it('is used by the form of a task also for users without the right', async () => {
    const { id } = await send('owner', 'POST', '/process-definition/key/raise/start', { variables })
    const [task] = await send('reader', 'POST', '/task', { processInstanceId: id })
    await send('reader', 'POST', `/task/${task.id}/submit-form`, { variables: {} })
    const { rows } = await admin.query(
      `select distinct on (name) name, value from history_variable where instance_id = $1 and name in ('salary', 'raised') order by name, id desc`,
      [id],
    )
    expect(rows).toEqual([
      { name: 'raised', value: `${secret} and more` },
      { name: 'salary', value: secret },
    ])
  })

  it('is in the form variables of a task as in its form: fields alone', async () => {
    const { id } = await send('owner', 'POST', '/process-definition/key/raise/start', { variables })
    const [task] = await send('reader', 'POST', '/task', { processInstanceId: id })
    const shown = await send('reader', 'GET', `/task/${task.id}/form-variables`)
    expect(shown).toMatchObject({ raised: { value: `${secret} and more` }, plain: { value: 'OPEN' } })
    expect(Object.keys(shown).filter((name) => /salary|secret/i.test(name))).toEqual([])
  })

  it('is shown for the processes of the permission', async () => {
    await giveRole('payers', ['restricted'], 'payroll')
    const ofPayroll = await send('reader', 'GET', `/process-instance/${started.id}/variables`)
    expect(ofPayroll).toMatchObject({ salary: { value: secret }, top_secret: { value: secret } })
    const all = (await send('reader', 'GET', '/history/variable-instance')) as {
      name: string
      processDefinitionKey: string
    }[]
    const shown = all.filter(({ name }) => name === 'salary').map(({ processDefinitionKey }) => processDefinitionKey)
    expect(new Set(shown)).toEqual(new Set(['payroll']))
    const client = await signInAs(reader)
    const answer = await client.call(settingCalls.list)
    expect(answer.status).toBe(200)
    // A migration into that process would show the variables of others.
    const other = await send('owner', 'POST', '/process-definition/key/raise/start', { variables })
    const refused = await post('reader', '/migration/execute', {
      migrationPlan: {
        sourceProcessDefinitionId: other.definitionId,
        targetProcessDefinitionId: started.definitionId,
        instructions: [],
      },
      processInstanceIds: [other.id],
    })
    expect([refused.statusCode, refused.body]).toEqual([403, expect.stringContaining('See restricted variables')])
  })
})

/** What a tool with these arguments is asked with: each id that it takes, each of several choices, or a word to find. */
function inputsOf(taken: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>[] {
  const [id] = Object.entries(tablesOfArguments).filter(([argument]) => argument in taken)
  if (id !== undefined) return things.filter(({ table }) => table === id[1]).map((thing) => ({ [id[0]]: thing.id }))
  const { which } = taken as { readonly which?: { readonly enum?: readonly string[] } }
  const choices = which?.enum
  if (choices !== undefined) return choices.map((choice) => ({ which: choice }))
  return ['text' in taken ? { text: 'payroll' } : {}]
}

/** Leaves an incident of each kind with a text that has the secret, and an entry in the log of operations. */
async function failSteps(): Promise<void> {
  const { id } = await send('owner', 'POST', '/process-definition/key/broken/start', { variables })
  const [task] = await send('owner', 'POST', '/task', { processInstanceId: id })
  await post('owner', `/task/${task.id}/complete`, { variables: {} })
  const later = await send('owner', 'POST', '/process-definition/key/brokenLater/start', { variables })
  const [job] = await send('owner', 'POST', '/job', { processInstanceId: later.id })
  for (let tries = 0; tries < 3; tries++) await post('owner', `/job/${job.id}/execute`, {})
  const worker = { workerId: 'failing', maxTasks: 1, topics: [{ topicName: 'pay', lockDuration: 100_000 }] }
  const [work] = await send('owner', 'POST', '/external-task/fetchAndLock', worker)
  await send('owner', 'POST', `/external-task/${work.id}/failure`, {
    ...{ workerId: 'failing', retries: 0, retryTimeout: 0 },
    ...{ errorMessage: `No account has ${secret}`, errorDetails: `at pay(${number})` },
  })
  const modifications = { salary: { value: secret, type: 'String' } }
  await send('owner', 'POST', `/process-instance/${work.processInstanceId}/variables`, { modifications })
}

async function giveRole(key: string, actions: readonly string[], thing: string | null = null): Promise<void> {
  const permissions = [{ kind: 'process' as const, thing, actions: actions as never }]
  const made = await ownerClient.call(ownRoleCalls.create, { body: { key, name: key, description: '', permissions } })
  const given = await ownerClient.call(roleCalls.addMember, { params: { roleName: key, id: reader.id } })
  for (const { status, body } of [made, given]) if (status >= 300) throw new Error(JSON.stringify(body))
}

// biome-ignore lint/suspicious/noExplicitAny: answers of many calls
async function send(who: Who, method: 'GET' | 'POST', url: string, payload?: object): Promise<any> {
  const isForm = payload !== undefined && 'headers' in payload && 'payload' in payload
  const sent = isForm ? (payload as typeof files) : { headers: {}, payload }
  const response = await app.inject({
    method,
    url: `/engine-rest${url}`,
    headers: { authorization: `Bearer ${tokens[who]}`, ...sent.headers },
    ...(sent.payload === undefined ? {} : { payload: sent.payload }),
  })
  if (response.statusCode >= 300) throw new Error(`${who} ${url}: ${response.statusCode} ${response.body}`)
  return response.body === '' ? null : response.json()
}

function post(who: Who, url: string, payload: object) {
  const headers = { authorization: `Bearer ${tokens[who]}` }
  return app.inject({ method: 'POST', url: `/engine-rest${url}`, headers, payload })
}

/** One id of each table, more of what has variables, and keys. */
async function collectThings(): Promise<IdOfTable[]> {
  const keys = { payroll: 'process', quick: 'process', grade: 'decision', reader: 'user' }
  const found = new Map<string, string>(Object.entries(keys))
  for (const [table, rows] of await (await openWorkplaceRows(admin)).read(workplaceId)) {
    const most = /^(?:instance|task|variable|history_instance|external_task)$/.test(table) ? 6 : 1
    for (const row of rows.slice(0, most)) {
      const { id, variable_id } = JSON.parse(row) as Record<string, unknown>
      for (const one of [id, variable_id])
        if (typeof one === 'string' && !['session', 'api_token'].includes(table) && !found.has(one))
          found.set(one, table)
    }
  }
  return [...found].map(([id, table]) => ({ id, table }))
}

function fill(path: string, id: string): string {
  return path.replaceAll(/\{(\w+)\}|:(\w+)/g, (_, one?: string, two?: string) =>
    encodeURIComponent(/^(varName|variableName)$/.test(one ?? two ?? '') ? 'salary' : id),
  )
}

function model(): string {
  return `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="test">
    <message id="m" name="go"/>
    <process id="payroll" name="Payroll" isExecutable="true" camunda:restrictedVariables="salary*" camunda:historyTimeToLive="P9D">
      <startEvent id="start"/><sequenceFlow id="f0" sourceRef="start" targetRef="grade"/>
      <businessRuleTask id="grade" camunda:decisionRef="grade" camunda:resultVariable="salaryCopied" camunda:mapDecisionResult="singleEntry"/>
      <sequenceFlow id="f1" sourceRef="grade" targetRef="fork"/><parallelGateway id="fork"/>
      <sequenceFlow id="f2" sourceRef="fork" targetRef="check"/><userTask id="check" name="Check" camunda:candidateUsers="reader,owner"/>
      <sequenceFlow id="f3" sourceRef="fork" targetRef="pay"/>
      <serviceTask id="pay" camunda:type="external" camunda:topic="pay"><extensionElements><camunda:inputOutput><camunda:inputParameter name="salaryLocal">\${salary}</camunda:inputParameter></camunda:inputOutput></extensionElements></serviceTask>
      <sequenceFlow id="f4" sourceRef="fork" targetRef="called"/>
      <callActivity id="called" calledElement="child"><extensionElements><camunda:in variables="all"/></extensionElements></callActivity>
      <sequenceFlow id="f5" sourceRef="fork" targetRef="hear"/>
      <intermediateCatchEvent id="hear"><messageEventDefinition messageRef="m"/></intermediateCatchEvent>
      <sequenceFlow id="f6" sourceRef="fork" targetRef="wait"/>
      <intermediateCatchEvent id="wait"><timerEventDefinition><timeDuration>P9D</timeDuration></timerEventDefinition></intermediateCatchEvent>
    </process>
    <process id="child" name="Child" isExecutable="true" camunda:historyTimeToLive="P9D">
      <startEvent id="s"/><sequenceFlow id="c0" sourceRef="s" targetRef="u"/><userTask id="u" name="Look" camunda:candidateUsers="reader"/>
    </process>
    <process id="broken" name="Broken" isExecutable="true" camunda:historyTimeToLive="P9D">
      <startEvent id="b0"/><sequenceFlow id="b1" sourceRef="b0" targetRef="ask"/><userTask id="ask" camunda:candidateUsers="reader,owner"/>
      <sequenceFlow id="b2" sourceRef="ask" targetRef="choose"/><exclusiveGateway id="choose"/>
      <sequenceFlow id="b3" sourceRef="choose" targetRef="bEnd"><conditionExpression>\${salary}</conditionExpression></sequenceFlow><endEvent id="bEnd"/>
    </process>
    <process id="brokenLater" name="Broken later" isExecutable="true" camunda:historyTimeToLive="P9D">
      <startEvent id="l0"/><sequenceFlow id="l1" sourceRef="l0" targetRef="chooseLater"/><exclusiveGateway id="chooseLater" camunda:asyncBefore="true"/>
      <sequenceFlow id="l2" sourceRef="chooseLater" targetRef="lEnd"><conditionExpression>\${salaryNumber}</conditionExpression></sequenceFlow><endEvent id="lEnd"/>
    </process>
    <process id="quick" name="Quick" isExecutable="true" camunda:historyTimeToLive="P9D"><startEvent id="q"/></process>
  </definitions>`
}

function raise(): string {
  return `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="test">
    <process id="raise" isExecutable="true" camunda:historyTimeToLive="P9D">
      <startEvent id="s"/><sequenceFlow id="f" sourceRef="s" targetRef="u"/>
      <userTask id="u" camunda:assignee="reader"><extensionElements><camunda:formData>
        <camunda:formField id="raised" type="string" defaultValue="\${salary} and more"/>
      </camunda:formData></extensionElements></userTask>
    </process></definitions>`
}

function decision(): string {
  return `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="g" name="Grade" namespace="test">
    <decision id="grade" name="Grade"><decisionTable id="table">
      <input id="in" label="Pay"><inputExpression id="text" typeRef="string"><text>salary</text></inputExpression></input>
      <output id="out" name="salaryGrade" typeRef="string"/>
      <rule id="rule"><inputEntry id="any"><text></text></inputEntry><outputEntry id="value"><text>"${secret} grade"</text></outputEntry></rule>
    </decisionTable></decision></definitions>`
}
