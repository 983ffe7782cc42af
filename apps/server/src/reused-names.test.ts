import { process } from '@millrace/bpmn/builder'
import {
  api,
  type Call,
  commentCalls,
  userErasureCalls as erasure,
  profileCalls,
  roles,
  userAccountCalls,
  userPropertyCalls,
} from '@millrace/contract'
import { createApiToken, createTestApp, createUser, type TestClient, type TestUser } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { createPseudonym } from './operations/erasure/pseudonym.ts'
import { createScenario } from './runtime/testing/scenario.ts'
import { sampleOf } from './testing/sample-value.ts'
import { idsForPath } from './testing/sparing.ts'
import { openWorkplaceRows } from './testing/workplace-rows.ts'

/**
 * A user leaves behind whatever the product has for them, and the account is deleted or erased. The next user of the
 * name finds in every reading call exactly what a user of a name finds that nobody had.
 */
const { app, db, admin, runtime, workplaceId, signIn, signInAs } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const errand = await scenario.deploy(
  process('errand', { name: 'Errand' })
    .start()
    .userTask('run', { name: 'Run', 'camunda:assignee': '${who}' })
    .end()
    .toXml(),
)
const chief = await signIn({ username: 'chief', roles, groups: ['camunda-admin'] })
const chiefToken = await createApiToken(db, chief.user)
const peer = await createUser(db, { workplaceId, username: 'peer', roles: ['RoleUser'] })
await ok(
  chief.call(userPropertyCalls.create, {
    body: { key: 'mentor', name: 'Mentor', type: 'user' } as never,
  }),
)

describe('the next user of a name', () => {
  it.each(['deleted', 'erased'] as const)('gets nothing of the user who was %s', async (kind) => {
    const username = `ada-${kind}`
    const left = await leaveTraces(username)
    if (kind === 'deleted') expect((await rest('DELETE', `/user/${username}`, chiefToken)).statusCode).toBe(204)
    else {
      const params = { id: left.user.id }
      await ok(chief.call(userAccountCalls.disable, { params, query: { deletedReason: 'Left' } }))
      await ok(chief.call(erasure.erase, { params, body: { username } }))
    }
    const next = await createUser(db, { workplaceId, username, roles: ['RoleUser'] })
    const control = await createUser(db, { workplaceId, username: `control-${kind}`, roles: ['RoleUser'] })
    // The old ways in are closed, with the account here again.
    expect((await left.client.call(profileCalls.get)).status).toBe(401)
    expect((await rest('GET', '/task', left.token)).statusCode).toBe(401)
    const [seen, expected] = [await readAll(next), await readAll(control)]
    expect(Object.keys(seen)).toEqual(Object.keys(expected))
    expect(Object.entries(seen).filter(([call, answer]) => answer !== expected[call])).toEqual([])
    const client = await signInAs(next)
    const { taskId, commentId } = left
    const edit = { params: { of: 'task', id: taskId, commentId }, body: { message: 'Mine' } } as const
    expect((await client.call(commentCalls.change, edit)).status).toBe(404)
    const { rows } = await admin.query(
      `select value from user_property_value v join user_property p on p.id = v.property_id where p.key = 'mentor' and v.user_id = $1`,
      [peer.id],
    )
    expect(rows).toEqual([{ value: expect.stringMatching(/[0-9a-f]{12}\)?$/) }])
  })

  it('cannot have the name that replaced one in history', async () => {
    for (const username of [createPseudonym('deleted', 'eve'), createPseudonym('erased', 'eve').toUpperCase()]) {
      const body = { profile: { id: username }, credentials: { password: 'long enough 12' } }
      const refused = await rest('POST', '/user/create', chiefToken, body)
      expect([refused.statusCode, refused.json().message]).toEqual([400, expect.stringMatching(/exists|not a valid/)])
      await expect(createUser(db, { workplaceId, username })).rejects.toThrow(
        'replaces the name of a deleted or erased user',
      )
    }
  })
})

describe('a user from before with a name that would be refused today', () => {
  it('is changed and disabled as any other, and nobody is given such a name', async () => {
    const username = createPseudonym('deleted', 'old')
    const { id } = await createUser(db, { workplaceId, username: 'of-before', roles: ['RoleUser'] })
    // The triggers are off: the name is as an earlier version has stored it.
    await admin.query(
      `begin; set local session_replication_role = replica; update app_user set username = '${username}' where id = '${id}'; commit`,
    )
    const params = { id }
    const saved = await chief.call(userAccountCalls.save, { params, body: { firstName: 'Olga' } })
    expect([saved.status, saved.body.username, saved.body.firstName]).toEqual([200, username, 'Olga'])
    await ok(chief.call(userAccountCalls.disable, { params, query: { deletedReason: 'Left' } }))
    await expect(
      admin.query('update app_user set username = $1 where id = $2', [createPseudonym('deleted', 'eve'), peer.id]),
    ).rejects.toThrow('replaces the name of a deleted or erased user')
  })
})

async function leaveTraces(username: string) {
  const user = await createUser(db, { workplaceId, username, roles: ['RoleUser', 'RoleFullAPI'], groups: ['runners'] })
  const client = await signInAs(user)
  const token = await createApiToken(db, user)
  const instanceId = await scenario.start(errand, { userId: username, variables: { who: username } })
  const { rows } = await admin.query('select id from task where instance_id = $1', [instanceId])
  const taskId: string = rows[0].id
  const comment = await client.call(commentCalls.add, {
    params: { of: 'task', id: taskId },
    body: { message: `${username} wrote this` },
  })
  await ok(comment)
  for (const [method, url, payload] of [
    ['POST', `/task/${taskId}/complete`, {}],
    ['POST', '/filter/create', { resourceType: 'Task', name: `of ${username}`, query: {}, owner: username }],
  ] as const) {
    const answer = await rest(method, url, token, payload)
    if (answer.statusCode >= 300) throw new Error(answer.body)
  }
  await ok(client.call(api.categories.addFavourite, { params: { key: 'errand' } }))
  await admin.query(
    `insert into form_draft (workplace_id, user_id, kind, subject, writer, form_hash, entries, file_ids, revision, saved_at, process_key, definition_id)
      values ($1, $2, 'start', 'errand', 'w', 'h', '{}', '{}', 1, now(), 'errand', $3)`,
    [workplaceId, user.id, errand.id],
  )
  await admin.query(
    `insert into user_property_value (workplace_id, user_id, property_id, value) select $1, $2, id, $3 from user_property where key = 'mentor'
      on conflict (workplace_id, user_id, property_id) do update set value = excluded.value`,
    [workplaceId, peer.id, username],
  )
  await admin.query(
    `insert into design_lock (workplace_id, design_id, username, token, since, until) values ($1, gen_random_uuid(), $2, gen_random_uuid(), now(), now() + interval '1 hour')`,
    [workplaceId, username],
  )
  return { user, client, token, taskId, commentId: (comment.body as { id: string }).id }
}

/** The answers of all reading calls of a user, without their name and ids. */
async function readAll(user: TestUser): Promise<Record<string, string>> {
  const client: TestClient = await signInAs(user)
  const rows = await (await openWorkplaceRows(admin)).read(workplaceId)
  const things = [...rows].flatMap(([table, found]) =>
    /^(?:history_instance|history_task|task_comment|form_draft|task_filter)$/.test(table)
      ? found.map((row) => ({ id: (JSON.parse(row) as { id: string }).id, table }))
      : [],
  )
  const answers: Record<string, string> = {}
  for (const call of Object.values(api).flatMap((group) => Object.values<Call>(group))) {
    if (call.method !== 'GET' || call.path.startsWith('/live')) continue
    for (const id of /\{/.test(call.path) ? idsForPath(call.path, things) : ['']) {
      const query =
        call.query === undefined ? {} : (sampleOf(call.query, { timeZone: 'UTC' }) as Record<string, string>)
      const url = `/api${call.path.replaceAll(/\{\w+\}/g, id)}`
      const { status, body } = await client.send({ url, query })
      if (isSameForAll(call.path)) continue
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      answers[`${call.path} ${id}`] = `${status} ${status < 400 ? withoutName(text, user) : ''}`
    }
  }
  return answers
}

/** Icons, and lists of all users. */
function isSameForAll(path: string): boolean {
  return path.startsWith('/data/') || ['/absences/people', '/processengine/candidates'].includes(path)
}

function withoutName(text: string, { id, username }: TestUser): string {
  const times = /\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g
  const sessions = /"id":"[0-9a-f-]{36}"/g
  const named = new RegExp(`(?<![\\w-])${username}(?!\\w| \\(deleted)`, 'g')
  return text.replaceAll(id, 'ID').replaceAll(named, 'NAME').replaceAll(times, 'TIME').replaceAll(sessions, '"id"')
}

function rest(method: 'GET' | 'POST' | 'DELETE', url: string, token: string, payload?: object) {
  const headers = { authorization: `Bearer ${token}` }
  return app.inject({ method, url: `/engine-rest${url}`, headers, ...(payload === undefined ? {} : { payload }) })
}

async function ok<T extends { readonly status: number; readonly body: unknown }>(
  answer: T | Promise<T>,
): Promise<void> {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`)
}
