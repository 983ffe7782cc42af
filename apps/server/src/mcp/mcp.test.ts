import { process } from '@millrace/bpmn/builder'
import { toolApprovalCalls } from '@millrace/contract'
import { createApiToken, createTestApp } from '@millrace/server/testing'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, describe, expect, it } from 'vitest'
import { executeCommand } from '../runtime/execute/execute-command.ts'
import { createScenario } from '../runtime/testing/scenario.ts'

const { app, db, admin, runtime, workplaceId, signIn } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const open: Client[] = []
afterAll(() => Promise.all(open.map((client) => client.close())))

const field = (id: string, more = '') =>
  `<camunda:formField id="${id}" label="${id}" type="long">${more}</camunda:formField>`
const required = '<camunda:validation><camunda:constraint name="required"/></camunda:validation>'
const formOf = (...fields: readonly string[]) =>
  `<extensionElements><camunda:formData>${fields.join('')}</camunda:formData></extensionElements>`
const order = await scenario.deploy(
  process('order', { name: 'Order' })
    .start('begin', { inside: formOf(field('amount', required)), 'camunda:initiator': 'who' })
    .userTask('approve', {
      name: 'Approve',
      'camunda:assignee': '${who}',
      inside: formOf(field('amount'), field('limit', required)),
    })
    .end()
    .toXml(),
)

describe('tools of the Model Context Protocol', () => {
  it('are what the user and the token may do', async () => {
    const { user } = await signIn({ roles: ['RoleUser'] })
    const names = await namesOf(await connect(await createApiToken(db, user)))
    expect(names).toEqual(expect.arrayContaining(['list_tasks', 'complete_task', 'start_process', 'search']))
    expect(names).not.toContain('retry_incident')
    const reading = await namesOf(await connect(await createApiToken(db, user, { scopes: ['read'] })))
    expect(reading).toContain('list_tasks')
    expect(reading).not.toContain('complete_task')
    const operator = await signIn({ roles: ['RoleProcessAdmin'] })
    const operating = await namesOf(await connect(await createApiToken(db, operator.user)))
    expect(operating).toEqual(
      expect.arrayContaining(['find_instances', 'retry_incident', 'cancel_instance', 'read_model']),
    )
  })

  it.each(['legacy', 'auto'] as const)(
    'start a process and complete its task, as the audit says (%s)',
    async (mode) => {
      const { user } = await signIn({ roles: ['RoleUser'] })
      const client = await connect(await createApiToken(db, user), mode)
      const [listed] = await call(client, 'list_processes')
      expect(listed).toMatchObject({ definitionId: order.id, name: 'Order' })
      const { form } = await call(client, 'get_start_form', { processId: order.id })
      expect(form.fields).toEqual([expect.objectContaining({ key: 'amount', label: 'amount', required: true })])

      const refused = await client.callTool({ name: 'start_process', arguments: { processId: order.id } })
      expect(refused.isError).toBe(true)
      expect(textOf(refused)).toContain('form.invalid')
      const { instanceId, nextTaskId } = await call(client, 'start_process', {
        processId: order.id,
        values: { amount: 7 },
      })
      expect((await call(client, 'list_tasks')).items).toEqual([
        expect.objectContaining({ id: nextTaskId, name: 'Approve' }),
      ])
      const task = await call(client, 'get_task', { taskId: nextTaskId })
      expect(task.form.values).toMatchObject({ amount: 7 })

      await call(client, 'complete_task', { taskId: nextTaskId, values: { limit: 9 } })
      const { rows } = await admin.query(
        'select name, value from history_variable where instance_id = $1 order by name',
        [instanceId],
      )
      expect(Object.fromEntries(rows.map(({ name, value }) => [name, value]))).toMatchObject({
        amount: '7',
        limit: '9',
      })
      const { rows: uses } = await admin.query(
        `select r.user_id as user, e.after ->> 'client' as client, e.after ->> 'tool' as tool, r.cause from audit_entry e
        join audit_revision r on r.workplace_id = e.workplace_id and r.number = e.revision and r.at = e.at
        where e.entity = 'tool-use' and r.user_id = $1 order by e.at, e.id`,
        [user.username],
      )
      // By the protocol of 2025 a client says its name once, and sessions are not kept: its `User-Agent` counts.
      const name = mode === 'legacy' ? 'node' : 'test-client/1.2'
      const by = { user: user.username, client: name }
      const cause = (tool: string) => `POST /api/profile/tool-approvals tool ${tool} of ${name}`
      expect(uses.slice(-2)).toEqual(
        ['start_process', 'complete_task'].map((tool) => ({ ...by, tool, cause: cause(tool) })),
      )
    },
  )

  it('claim and comment on a task, and find it', async () => {
    const offered = await scenario.deploy(
      process('offered', { name: 'Offered' })
        .start()
        .userTask('pick', { name: 'Pick it', 'camunda:candidateGroups': 'pickers' })
        .end()
        .toXml(),
    )
    const { user } = await signIn({ roles: ['RoleUser'], groups: ['pickers'] })
    const client = await connect(await createApiToken(db, user))
    const instanceId = await scenario.start(offered, { businessKey: 'Mcpickle' })
    const [task] = (await call(client, 'list_tasks', { which: 'claimable' })).items
    expect(task).toMatchObject({ name: 'Pick it' })
    await call(client, 'claim_task', { taskId: task.id })
    expect((await call(client, 'list_tasks')).items).toEqual([expect.objectContaining({ id: task.id })])
    await call(client, 'add_comment', { on: 'task', id: task.id, message: 'Picked by a program.' })
    const { rows } = await admin.query('select message, user_id from task_comment where task_id = $1', [task.id])
    expect(rows).toEqual([{ message: 'Picked by a program.', user_id: user.username }])
    const found = await call(client, 'search', { text: 'Mcpickle' })
    expect(JSON.stringify(found)).toContain(instanceId)
  })

  it('find instances, explain and retry incidents, and read the model', async () => {
    const broken = await scenario.deploy(
      process('broken', { name: 'Broken' })
        .start()
        .serviceTask('book', { name: 'Book', 'camunda:asyncBefore': true, 'camunda:expression': '${true}' })
        .userTask('after', { name: 'After' })
        .end()
        .toXml(),
    )
    const instanceId = await scenario.start(broken, { businessKey: 'mcp-1' })
    const { rows } = await admin.query('select id from job where instance_id = $1', [instanceId])
    const jobId: string = rows[0].id
    await executeCommand(
      runtime,
      { workplaceId, userId: null, cause: 'test' },
      {
        target: { by: 'job', id: jobId },
        command: {
          type: 'recordJobFailure',
          jobId,
          message: 'The booking system is down.',
          isFinal: true,
          detail: null,
        },
      },
    )
    const { user } = await signIn({ roles: ['RoleProcessAdmin'] })
    const client = await connect(await createApiToken(db, user))
    const { items } = await call(client, 'find_instances', { which: 'all', search: 'mcp-1' })
    expect(items).toEqual([expect.objectContaining({ id: instanceId, businessKey: 'mcp-1' })])
    expect(await call(client, 'get_instance', { instanceId })).toMatchObject({ instance: { id: instanceId } })
    const { incidents, elements } = await call(client, 'explain_incidents', { instanceId })
    expect(incidents).toEqual([expect.objectContaining({ message: 'The booking system is down.' })])
    expect(JSON.stringify(elements)).toContain('book')
    const causes = await call(client, 'list_incident_causes', { search: 'booking' })
    expect(causes.items).toHaveLength(1)
    await call(client, 'retry_incident', { incidentId: incidents[0].id })
    expect((await call(client, 'explain_incidents', { instanceId })).incidents).toEqual([])
    expect(JSON.stringify(await call(client, 'read_model', { processId: broken.id }))).toContain('<serviceTask id=')
  })

  it('start once what is sent again with the same key', async () => {
    const { user } = await signIn({ roles: ['RoleUser'] })
    const client = await connect(await createApiToken(db, user), 'auto')
    const start = (idempotencyKey?: string) =>
      call(client, 'start_process', { processId: order.id, values: { amount: 3 }, idempotencyKey })
    const first = await start('start-of-the-order')
    expect(await start('start-of-the-order')).toEqual(first)
    expect((await start()).instanceId).not.toBe(first.instanceId)
  })

  it('refuse what the user may not see, and arguments that do not fit', async () => {
    const [ada, bob] = [await signIn({ roles: ['RoleUser'] }), await signIn({ roles: ['RoleUser'] })]
    const first = await connect(await createApiToken(db, ada.user))
    const { nextTaskId } = await call(first, 'start_process', { processId: order.id, values: { amount: 1 } })
    const other = await connect(await createApiToken(db, bob.user))
    const hidden = await other.callTool({ name: 'get_task', arguments: { taskId: nextTaskId } })
    expect([hidden.isError, textOf(hidden)]).toEqual([true, expect.stringContaining('thing.not-found')])
    // `/tasks/..` is another address, and `/tasks/variable-names` another call.
    for (const taskId of ['../users', '..', '', '%2E%2E', 'variable-names', 7]) {
      const climbing = await other.callTool({ name: 'get_task', arguments: { taskId } })
      expect([climbing.isError, textOf(climbing)]).toEqual([true, expect.stringContaining('taskId')])
    }
  })
})

describe('a tool that needs approval', () => {
  const cancel = (client: Client, instanceId: string, reason = 'Ordered twice.') =>
    client.callTool({ name: 'cancel_instance', arguments: { instanceId, reason } })
  const outcomeOf = async (id: string) =>
    (await admin.query('select outcome from history_instance where id = $1', [id])).rows[0]?.outcome

  it('does nothing before its user approves it in a browser, and then once', async () => {
    const browser = await signIn({ roles: ['RoleUser', 'RoleProcessAdmin'] })
    const token = await createApiToken(db, browser.user)
    const client = await connect(token)
    const start = () => call(client, 'start_process', { processId: order.id, values: { amount: 1 } })
    const [{ instanceId }, { instanceId: other }] = [await start(), await start()]
    const before = await outcomeOf(instanceId)
    for (let again = 0; again < 2; again++) {
      const waiting = await cancel(client, instanceId)
      expect([waiting.isError, textOf(waiting)]).toEqual([true, expect.stringContaining('needs approval')])
    }
    expect(await outcomeOf(instanceId)).toBe(before)
    const { body: listed } = await browser.call(toolApprovalCalls.list)
    expect(listed).toEqual([expect.objectContaining({ tool: 'cancel_instance', client: 'test-client/1.2' })])
    const [{ id } = { id: '' }] = listed

    // The token of the assistant does not approve, and nobody else does.
    const url = `/api/profile/tool-approvals/${id}`
    const payload = { isApproved: true }
    const headers = { authorization: `Bearer ${token}` }
    expect((await app.inject({ method: 'POST', url, payload, headers })).statusCode).toBe(403)
    const stranger = await signIn({ roles: ['RoleAdmin'] })
    const decision = { params: { id }, body: payload }
    expect((await stranger.call(toolApprovalCalls.decide, decision)).status).toBe(404)
    expect((await browser.call(toolApprovalCalls.decide, decision)).status).toBe(204)
    expect((await browser.call(toolApprovalCalls.decide, decision)).status).toBe(404)

    // It is for these arguments and for one use.
    expect(textOf(await cancel(client, other))).toContain('needs approval')
    expect(textOf(await cancel(client, instanceId))).toBe('Done.')
    expect(textOf(await cancel(client, instanceId))).toContain('needs approval')
  })

  it('does nothing after its user refuses it', async () => {
    const browser = await signIn({ roles: ['RoleUser', 'RoleProcessAdmin'] })
    const client = await connect(await createApiToken(db, browser.user))
    const { instanceId } = await call(client, 'start_process', { processId: order.id, values: { amount: 1 } })
    await cancel(client, instanceId)
    const [{ id } = { id: '' }] = (await browser.call(toolApprovalCalls.list)).body
    await browser.call(toolApprovalCalls.decide, { params: { id }, body: { isApproved: false } })
    expect(textOf(await cancel(client, instanceId))).toContain('refused this request')
  })

  it('is asked about at most twenty times at once', async () => {
    const browser = await signIn({ roles: ['RoleUser', 'RoleProcessAdmin'] })
    const client = await connect(await createApiToken(db, browser.user))
    const answers: string[] = []
    for (let index = 0; index < 21; index++) answers.push(textOf(await cancel(client, crypto.randomUUID())))
    expect(answers.filter((text) => text.includes('needs approval'))).toHaveLength(20)
    expect(answers.at(-1)).toContain('tool-approval.too-many')
  })
})

describe('POST /mcp', () => {
  const post = (headers: Record<string, string>, body: unknown = { jsonrpc: '2.0', id: 1, method: 'tools/list' }) =>
    fetch(`${address}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })

  it('turns away nobody, wrong tokens, passwords and other sites', async () => {
    for (const authorization of [undefined, 'Bearer mr_wrong', 'Basic YWRhOmFkYQ==']) {
      const answer = await post(authorization === undefined ? {} : { authorization })
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="millrace"'])
    }
    const { user } = await signIn()
    const authorization = `Bearer ${await createApiToken(db, user)}`
    expect((await post({ authorization, origin: 'https://evil.example' })).status).toBe(403)
    expect((await post({ authorization }, '{')).status).toBe(400)
    expect((await post({ authorization }, [])).status).toBeGreaterThanOrEqual(400)
  })

  it('keeps no stream open', async () => {
    const { user } = await signIn()
    const authorization = `Bearer ${await createApiToken(db, user)}`
    const answer = await fetch(`${address}/mcp`, { headers: { authorization, accept: 'text/event-stream' } })
    expect(answer.status).toBe(405)
  })
})

/** @param mode by the protocol of 2025 with a handshake, or by that of 2026 where the server speaks it. */
async function connect(token: string, mode: 'legacy' | 'auto' = 'auto'): Promise<Client> {
  const client = new Client({ name: 'test-client', version: '1.2' }, { versionNegotiation: { mode } })
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit: { headers } }))
  open.push(client)
  return client
}

async function namesOf(client: Client): Promise<string[]> {
  return (await client.listTools()).tools.map(({ name }) => name)
}

// biome-ignore lint/suspicious/noExplicitAny: what a tool answers has no type
async function call(client: Client, name: string, input: object = {}): Promise<any> {
  const answer = await client.callTool({ name, arguments: { ...input } })
  expect(answer, textOf(answer)).not.toMatchObject({ isError: true })
  const text = textOf(answer)
  return text === 'Done.' ? undefined : JSON.parse(text)
}

function textOf({ content }: { readonly content?: unknown }): string {
  const [first] = (content ?? []) as { readonly text?: string }[]
  return first?.text ?? ''
}
