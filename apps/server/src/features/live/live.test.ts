import { process } from '@millrace/bpmn/builder'
import { api, liveCalls } from '@millrace/contract'
import { createTestApp, createWorkplace, openStream, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { kysely } from '../../platform/db/kysely.ts'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { app, db, runtime, workplaceId, signIn, signInAs, anonymous } = await createTestApp({
  budgets: { callerStreams: 3 },
})
const origin = await app.listen({ port: 0, host: '127.0.0.1' })
const scenario = await createScenario(runtime, workplaceId)
const errand = await scenario.deploy(
  process('errand', { name: 'Errand' })
    .start()
    .userTask('run', { name: 'Run', 'camunda:assignee': '${who}', 'camunda:candidateGroups': '${group}' })
    .end()
    .toXml(),
)
const open = (client: TestClient, options = {}) => openStream(client, origin, options)

async function start(given: { who?: string; group?: string }): Promise<{ instanceId: string; taskId: string }> {
  const instanceId = await scenario.start(errand, {
    variables: { who: given.who ?? null, group: given.group ?? 'nobody-is-in-it' },
  })
  const [task] = await db.read({ workplaceId }, (tx) =>
    tx.query(kysely.selectFrom('task').where('instance_id', '=', instanceId).select('id')),
  )
  return { instanceId, taskId: task?.id ?? '' }
}

describe('the stream of what changes', () => {
  it('is for a user who is signed in in a browser', async () => {
    expect((await open(anonymous())).response.status).toBe(401)
    const bad = await open(await signIn(), { query: '?watch=task:1' })
    expect([bad.response.status, await bad.response.json()]).toMatchObject([400, { code: 'request.invalid' }])
    const { response } = await open(await signIn())
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      'text/event-stream',
      'no-store, no-transform',
    ])
  })

  it('notifies assignees and candidates about a change of their tasks, and nobody else', async () => {
    const [ann, ben, carl] = [
      await signIn({ groups: ['live-clerks'] }),
      await signIn({ groups: ['live-clerks'] }),
      await signIn({ groups: ['live-others'] }),
    ]
    const [anns, bens, carls] = [await open(ann), await open(ben), await open(carl)]
    for (const stream of [anns, bens, carls]) expect((await stream.next())?.message.changed).toEqual([])
    const { taskId } = await start({ group: 'live-clerks' })
    expect(await anns.until('tasks')).toEqual(['tasks'])
    expect(await bens.until('tasks')).toEqual(['tasks'])
    // Whoever could have claimed it is told when it is gone.
    await ann.call(api.tasks.claim, { params: { id: taskId } })
    expect(await bens.until('tasks')).toEqual(['tasks'])
    await start({ who: carl.user.username })
    expect(await carls.until('tasks', 'notices')).toEqual(expect.arrayContaining(['tasks', 'notices']))
  })

  it('notifies only users who may see it of a task and an instance', async () => {
    const [ann, stranger] = [await signIn(), await signIn()]
    const { instanceId, taskId } = await start({ who: ann.user.username })
    const query = `?watch=task:${taskId},instance:${instanceId}`
    const [seen, unseen] = [await open(ann, { query }), await open(stranger, { query })]
    await seen.next()
    await unseen.next()
    await ann.call(api.tasks.unclaim, { params: { id: taskId } })
    const other = await start({ who: stranger.user.username })
    const changed = await seen.until(`task:${taskId}`, `instance:${instanceId}`)
    // That she was told of it comes with it, or a little before.
    expect(new Set(changed.filter((one) => one !== 'notices'))).toEqual(
      new Set(['tasks', `task:${taskId}`, `instance:${instanceId}`]),
    )
    expect(await unseen.until('tasks')).toContain('tasks')
    expect(other.taskId).not.toBe(taskId)
  })

  it('reports a task whose process variables another user sets or removes', async () => {
    const ann = await signIn()
    const { user } = await signIn({ password: 'a password of the operator', groups: ['camunda-admin'] })
    const authorization = `Basic ${Buffer.from(`${user.username}:a password of the operator`).toString('base64')}`
    const { instanceId, taskId } = await start({ who: ann.user.username })
    const query = `?watch=task:${taskId}`
    const variables = `/engine-rest/process-instance/${instanceId}/variables`
    const changes = [
      ['PUT', `${variables}/colour`, { value: 'red', type: 'String' }],
      ['POST', variables, { modifications: { colour: { value: 'blue', type: 'String' } } }],
      ['PUT', `/engine-rest/execution/${instanceId}/localVariables/own`, { value: 1, type: 'Integer' }],
      ['DELETE', `${variables}/colour`, undefined],
    ] as const
    const stream = await open(ann, { query })
    // That she looks at it is the first change.
    await stream.until(`task:${taskId}`)
    for (const [method, url, body] of changes) {
      const payload = body === undefined ? {} : { payload: body }
      const { statusCode } = await app.inject({ method, url, headers: { authorization }, ...payload })
      expect(statusCode).toBe(204)
      await stream.until(`task:${taskId}`)
    }
  })

  it('reports the end of an instance that is looked at by a stream that comes after it', async () => {
    const ann = await signIn()
    const { instanceId, taskId } = await start({ who: ann.user.username })
    const before = await open(ann, { query: `?watch=instance:${instanceId}` })
    const first = await before.next()
    await before.close()
    const witness = await open(ann, { query: `?watch=instance:${instanceId}` })
    await witness.next()
    const params = { id: taskId }
    const { body } = await ann.call(api.tasks.get, { params })
    await ann.call(api.tasks.complete, { params, body: { values: {}, hash: body.form?.document.hash ?? '' } })
    await witness.until(`instance:${instanceId}`)
    const again = { query: `?watch=instance:${instanceId}`, headers: { 'last-event-id': first?.id ?? '' } }
    expect((await (await open(ann, again)).next())?.message.changed).toContain(`instance:${instanceId}`)
  })

  it('notifies a user who has lost access to a shown object once', async () => {
    const stranger = await signIn()
    const { instanceId } = await start({})
    const own = await open(stranger)
    const first = await own.next()
    const query = `?watch=task:${'-'.repeat(36)},instance:${instanceId}`
    const stream = await open(stranger, { query, headers: { 'last-event-id': first?.id ?? '' } })
    expect((await stream.next())?.message.changed).toEqual([`task:${'-'.repeat(36)}`, `instance:${instanceId}`])
  })

  it('says who else has a task open, to users who may see it, until the window closes', async () => {
    const [ann, ben, stranger] = [
      await signIn({ groups: ['viewers'] }),
      await signIn({ groups: ['viewers'] }),
      await signIn(),
    ]
    const { taskId } = await start({ who: ann.user.username, group: 'viewers' })
    const query = `?watch=task:${taskId}`
    const anns = await open(ann, { query })
    await anns.next()
    const seen = async (client: TestClient) =>
      (await client.call(api.tasks.viewers, { params: { id: taskId } })).body.map(({ username }) => username)
    // Whoever may not see the task leaves no trace of having asked for it.
    await (await open(stranger, { query })).next()
    const bens = await open(ben, { query })
    await bens.next()
    await expect.poll(() => seen(ann)).toEqual([ben.user.username])
    await expect.poll(() => seen(ben)).toEqual([ann.user.username])
    expect((await stranger.call(api.tasks.viewers, { params: { id: taskId } })).error.code).toBe('thing.not-found')
    await bens.close()
    await expect.poll(() => seen(ann)).toEqual([])
    // A server that died has left a row that says nothing any more.
    await db.withTransaction({ workplaceId, userId: null, cause: 'test' }, (tx) =>
      tx.commit([
        {
          name: 'old_viewer',
          text: "insert into task_viewer (workplace_id, task_id, stream_id, username, seen_at) values ($1, $2, gen_random_uuid(), $3, now() - interval '51 seconds')",
          values: [workplaceId, taskId, ben.user.username],
        },
      ]),
    )
    expect(await seen(ann)).toEqual([])
  })

  it('knows people of the same name in another workplace apart', async () => {
    const elsewhere = await createWorkplace(db, { reference: 'live-elsewhere' })
    const here = await signIn({ username: 'live.twin' })
    const there = await signIn({ username: 'live.twin', workplaceId: elsewhere })
    const [own, other] = [await open(here), await open(there)]
    await own.next()
    await other.next()
    await start({ who: 'live.twin' })
    await own.until('tasks')
    const otherScenario = await createScenario(runtime, elsewhere)
    const model = process('there').start().userTask('t', { 'camunda:assignee': 'live.twin' }).end().toXml()
    await otherScenario.start(await otherScenario.deploy(model))
    // It would have come before.
    expect((await other.next())?.message.changed).toContain('tasks')
    await own.close()
    const again = await open(here, { query: '?ago=0' })
    expect((await again.next())?.message.changed).toEqual([])
  })

  it('informs windows of the workplace that custom views have changed', async () => {
    const ann = await signIn({ roles: ['RoleProcessAdmin'] })
    const stream = await open(await signIn({ roles: ['RoleAdmin'] }))
    await stream.next()
    const body = { list: 'tasks.open', name: 'Live', aliasName: 'Live', search: {}, columns: {} }
    const made = await ann.call(api.listViews.create, { body: { ...body, sharing: { with: 'everybody' } } })
    expect(await stream.until('menus')).toEqual(['menus'])
    await ann.call(api.listViews.remove, { params: { id: made.body.id } })
    await stream.until('menus')
  })

  it('continues where it was cut, and says so when it does not know what was missed', async () => {
    const ann = await signIn()
    const before = await open(ann)
    const first = await before.next()
    await before.close()
    await start({ who: ann.user.username })
    const witness = await open(ann, { query: '?ago=0' })
    await witness.next()
    await start({ who: ann.user.username })
    await witness.until('tasks')
    const after = await open(ann, { headers: { 'last-event-id': first?.id ?? '' } })
    expect((await after.next())?.message.changed).toContain('tasks')
    const lost = await open(ann, { headers: { 'last-event-id': 'another-server.7' } })
    expect((await lost.next())?.message.changed).toEqual(['everything'])
  })

  it('shows a page that was loaded before what has changed since', async () => {
    const ann = await signIn()
    const witness = await open(ann)
    await witness.next()
    await start({ who: ann.user.username })
    await witness.until('tasks')
    const late = await open(ann, { query: '?ago=60000' })
    // The server itself has not been there for a minute.
    expect((await late.next())?.message.changed).toEqual(['everything'])
  })

  it('ends with its session and with other rights', async () => {
    const ann = await signIn()
    const [stream, other] = [await open(ann), await open(await signInAs(ann.user))]
    await stream.next()
    await other.next()
    await ann.call(api.auth.logout)
    expect(await stream.next()).toBeNull()
    const again = await signInAs(ann.user)
    await again.call(api.account.endOtherSessions)
    expect(await other.next()).toBeNull()
  })

  it('is refused beyond the budget of a user, in words', async () => {
    const ann = await signIn()
    for (let index = 0; index < 3; index++) await (await open(ann)).next()
    const { response } = await open(ann)
    expect([response.status, await response.json()]).toMatchObject([429, { code: 'request.too-many' }])
    expect((await open(await signIn())).response.status).toBe(200)
  })

  it('is none for API tokens, and is in the contract as events', () => {
    expect(liveCalls.stream.scope).toBe('browser')
    expect(liveCalls.stream.answer).toBe('events')
  })
})

describe('a workplace with very many windows', () => {
  it('leaves a fifth of the streams to the others', async () => {
    const own = await createTestApp({ budgets: { streams: 5 } })
    const address = await own.app.listen({ port: 0, host: '127.0.0.1' })
    const elsewhere = await createWorkplace(own.db, { reference: 'live-beside' })
    for (let window = 0; window < 4; window++) {
      const { response } = await openStream(await own.signIn(), address)
      expect(response.status).toBe(200)
    }
    const { response } = await openStream(await own.signIn(), address)
    expect([response.status, await response.json()]).toMatchObject([503, { code: 'server.busy' }])
    expect((await openStream(await own.signIn({ workplaceId: elsewhere }), address)).response.status).toBe(200)
  })
})

describe('a server that ends', () => {
  it('ends its streams at once', async () => {
    const own = await createTestApp()
    const address = await own.app.listen({ port: 0, host: '127.0.0.1' })
    const stream = await openStream(await own.signIn(), address)
    await stream.next()
    await own.app.close()
    expect(await stream.next()).toBeNull()
  })
})
