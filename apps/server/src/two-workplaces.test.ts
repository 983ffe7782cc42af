import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { api, type Call, profileCalls, roles } from '@millrace/contract'
import {
  createApiToken,
  createTestApp,
  createUser,
  createWorkplace,
  type TestClient,
  type TestUser,
} from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { routes } from './engine-rest/routes.ts'
import { runClaimedJob } from './jobs/run-job.ts'
import { claimAll } from './jobs/testing/claim-all.ts'
import { exportWorkplace } from './operations/workplaces/export-workplace.ts'
import { createInstallationKey } from './platform/auth/installation-key.ts'
import { multipart } from './runtime/testing/multipart.ts'
import { fillWorkplace } from './testing/fill-workplace.ts'
import { sampleOf } from './testing/sample-value.ts'
import { type IdOfTable, idsForPath } from './testing/sparing.ts'
import { changedTables, openWorkplaceRows, type Rows } from './testing/workplace-rows.ts'

/**
 * Two workplaces with the same ids, names and users. Somebody of the second one makes every call there is, with every id
 * that the first one has: he sees his own things or nothing, and nothing of the first one changes.
 */
const { db, admin, app, runtime, clock, workplaceId: ours, signInAs } = await createTestApp()
const theirs = await createWorkplace(db, { reference: 'theirs' })
const upload = multipart([{ name: 'empty.bpmn', content: '<definitions/>' }])
/** In every name and text of ours. In theirs another word stands there. */
const marker = 'OURSECRET'
const replacement = 'THEIRWORD'

const user = await createUser(db, {
  workplaceId: ours,
  username: 'ada',
  firstName: marker,
  roles,
  groups: ['camunda-admin', 'clerks'],
})
const other: TestUser = { ...user, workplaceId: theirs }

await fillWorkplace({
  app,
  authorization: `Bearer ${await createApiToken(db, user)}`,
  client: await signInAs(user),
  marker,
})
await fillMenu()
const allRows = await openWorkplaceRows(admin)
let tokenOfTheirs = ''
let restored: Rows = new Map()
await restoreTheirs()
const before = await allRows.read(ours)
const things = collectThings(before)
const ids = things.map(({ id }) => id)

it('has something to steal in the tables of each subject, and a copy with the same ids', async () => {
  const copied = await allRows.read(theirs)
  const filled = [...before].filter(([, rows]) => rows.length > 0).map(([name]) => name)
  expect(filled).toEqual(
    expect.arrayContaining([
      ...['instance', 'task', 'job', 'variable', 'stored_file', 'deployment', 'setting', 'category', 'list_view'],
      ...['site_theme', 'site_picture', 'user_theme', 'user_profile'],
    ]),
  )
  // The token that calls of theirs are made with is one more, which their audit tells.
  for (const name of filled.filter(
    (table) => !/^(workplace|session|api_token|audit_entry|audit_revision)$/.test(table),
  ))
    expect([name, copied.get(name)?.length]).toEqual([name, before.get(name)?.length])
  expect(JSON.stringify([...copied])).not.toContain(marker)
})

const calls = Object.values(api)
  .flatMap((group) => Object.values<Call>(group))
  .map((call): [string, Call] => [`${call.method} ${call.path}`, call])

it.each(calls)('%s of theirs shows and changes nothing of ours', async (_, call) => {
  let client = await signInToTheirs()
  for (const [index, id] of idsFor(call.path).entries()) {
    // What writes may have ended the session.
    if (index > 0 && call.method !== 'GET') client = await signInToTheirs()
    const given = generousBody(id)
    const query = call.query === undefined ? {} : (sampleOf(call.query, given) as Record<string, string>)
    const { body, status } = await client.send({
      method: call.method,
      url: `/api${fill(call.path, id)}`,
      query,
      headers: {
        'x-xsrf-token': client.cookies.get('XSRF-TOKEN') ?? '',
        ...(call.body === 'multipart' ? upload.headers : {}),
      },
      ...(call.body instanceof z.ZodType ? { payload: sampleOf(call.body, given) as object } : {}),
      ...(call.body === 'multipart' ? { payload: upload.payload } : {}),
    })
    expect(JSON.stringify(body)).not.toContain(marker)
    expect(status).not.toBe(500)
  }
  if (call.method === 'GET') expect((await client.call(profileCalls.get)).status).toBe(200)
  await expectOursUnchanged()
  if (call.method !== 'GET') await restoreTheirs()
})

it.each(routes.map((route): [string, (typeof routes)[number]] => [`${route.method} /engine-rest${route.path}`, route]))(
  '%s of theirs shows and changes nothing of ours',
  async (_, { method, path }) => {
    const isDeployment = path === '/deployment/create'
    for (const id of idsFor(path)) {
      const body = generousBody(id)
      const response = await app.inject({
        method,
        url: `/engine-rest${fill(path, id)}`,
        ...(method === 'GET' ? { query: id === '' ? {} : filtersFor(id) } : {}),
        headers: { authorization: `Bearer ${tokenOfTheirs}`, ...(isDeployment ? upload.headers : {}) },
        ...(method === 'GET' || method === 'OPTIONS' ? {} : { payload: isDeployment ? upload.payload : body }),
      })
      expect(response.body).not.toContain(marker)
      // Whoever deletes himself, or sets his own password, is not there with this token any more.
      if (!/^\/user\/:id(\/credentials)?$/.test(path)) expect([id, response.statusCode]).not.toEqual([id, 401])
    }
    await expectOursUnchanged()
    if (method !== 'GET') await restoreTheirs()
  },
)

it('a search of theirs for what ours has finds nothing, whatever it looks for', async () => {
  const client = await signInAs(other)
  for (const q of [marker, marker.toLowerCase(), marker.slice(0, 4), '%', '_'])
    for (const path of ['/users', '/tasks/assigned', '/tasks/unclaimed', '/processes/startedbyme']) {
      const { status, body } = await client.send({ url: `/api${path}`, query: { q } })
      expect([path, status]).toEqual([path, 200])
      expect(JSON.stringify(body)).not.toContain(marker)
    }
  for (const filter of ['nameLike', 'name', 'processDefinitionName', 'processInstanceBusinessKeyLike']) {
    const { body } = await app.inject({
      url: '/engine-rest/task',
      query: { [filter]: `%${marker}%` },
      headers: { authorization: `Bearer ${tokenOfTheirs}` },
    })
    expect(body).not.toContain(marker)
  }
})

it('a job of theirs continues in theirs alone, though ours has one with the same id', async () => {
  // Ours rests, so that the worker takes theirs; the rest is the same for all workplaces. No trigger sees it, so that our audit stays as it is too.
  const rest = (since: string) =>
    admin.query(
      `set session_replication_role = replica; update workplace set suspended_at = ${since} where workplace_id = '${ours}'; set session_replication_role = origin`,
    )
  await rest('now()')
  const claimed = await claimAll(db, clock())
  await rest('null')
  expect(new Set(claimed.map(({ workplaceId }) => workplaceId))).toEqual(new Set([theirs]))
  const nothing = () => Promise.reject(new Error('Expected no call to the outside in this test.'))
  for (const job of claimed)
    expect(await runClaimedJob({ runtime, services: { http: nothing, mail: nothing } }, job)).toBe('done')
  const { rows } = await admin.query('select workplace_id from job where id = any($1)', [claimed.map(({ id }) => id)])
  expect(rows.map(({ workplace_id }) => workplace_id)).toEqual(claimed.map(() => ours))
  await expectOursUnchanged()
  await restoreTheirs()
})

it('an export of theirs has nothing of ours', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-export-'))
  try {
    const file = join(folder, 'theirs.tar.gz')
    await exportWorkplace(
      { db, files: runtime.files, key: createInstallationKey('the secret of a test, long enough for one') },
      { kind: 'platform', cause: 'test' },
      { workplaceId: theirs, reference: 'theirs', file, now: clock() },
    )
    const content = gunzipSync(readFileSync(file)).toString('latin1')
    expect(content).toContain(replacement)
    expect(content).not.toContain(marker)
    expect(content).not.toContain(ours)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

async function signInToTheirs(): Promise<TestClient> {
  const client = await signInAs(other)
  await client.send({ url: '/api/actuator/health/liveness' })
  return client
}

/** What stands in the menu and the category panel, and settings. */
async function fillMenu(): Promise<void> {
  await admin.query('insert into category (workplace_id, id, name) values ($1, gen_random_uuid(), $2)', [ours, marker])
  await admin.query(
    `insert into list_view (workplace_id, id, list, name, alias_name, search, columns, sharing, created_at, updated_at)
     select $1, gen_random_uuid(), list, $2, $2, '{}', '{}', 'everybody', now(), now() from unnest(array['tasks.open', 'processes.all']) list`,
    [ours, marker],
  )
  await admin.query(`insert into setting (workplace_id, key, value) values ($1, 'monitor.url', $2)`, [
    ours,
    JSON.stringify(marker),
  ])
}

/** Before each call that comes after one that may have changed something, theirs is the same as ours again. */
async function restoreTheirs(): Promise<void> {
  const copy = { from: ours, to: theirs, marker, replacement }
  const isFirst = restored.size === 0
  const after = await allRows.read(theirs)
  if (isFirst) await allRows.copy(copy)
  else await allRows.undo(copy, { before: restored, after })
  if (isFirst || changedTables(restored, after).has('api_token'))
    tokenOfTheirs = await createApiToken(db, { id: user.id, workplaceId: theirs })
  restored = await allRows.read(theirs)
}

async function expectOursUnchanged(): Promise<void> {
  const after = await allRows.read(ours)
  for (const name of changedTables(before, after)) expect([name, after.get(name)]).toEqual([name, before.get(name)])
}

/** One id each of what ours has, with the table that it is in, and its names. */
function collectThings(ofOurs: Rows): readonly IdOfTable[] {
  const names = { ada: 'user', clerks: 'group', secretProcess: 'process', secretDecision: 'decision' }
  const found = new Map<string, string>(Object.entries(names))
  for (const [table, rows] of ofOurs) {
    const row = rows[0] === undefined ? {} : (JSON.parse(rows[0]) as Record<string, unknown>)
    if (typeof row.id === 'string' && !['session', 'api_token'].includes(table) && !found.has(row.id))
      found.set(row.id, table)
  }
  return [...found].map(([id, table]) => ({ id, table }))
}

/** A path without a place for an id is called once. */
function idsFor(path: string): readonly string[] {
  return /[{:]/.test(path) ? idsForPath(path, things) : ['', ...ids.slice(0, 3)]
}

/** Every place for an id gets the same one, but variables have names. */
function fill(path: string, id: string): string {
  return path
    .replaceAll(/\{(\w+)\}|:(\w+)/g, (_, one?: string, two?: string) => {
      const name = one ?? two ?? ''
      return encodeURIComponent(/^(varName|varId|variableName|key)$/.test(name) && id.length === 36 ? 'note' : id)
    })
    .replace(/\/%20|\/$/, '/x')
}

function filtersFor(id: string): Record<string, string> {
  return { processInstanceId: id, processDefinitionId: id, taskId: id, executionId: id, deploymentId: id }
}

/** Whatever a call may want to know, it finds here. */
function generousBody(id: string): Record<string, unknown> {
  const uuids = ids.filter((text) => text.length === 36)
  return {
    id,
    ...filtersFor(id),
    processInstanceIds: uuids,
    processDefinitionKey: 'secretProcess',
    decisionDefinitionKey: 'secretDecision',
    deploymentName: marker,
    jobIds: uuids,
    externalTaskIds: uuids,
    historicProcessInstanceIds: uuids,
    retries: 0,
    workerId: 'somebody',
    topics: [{ topicName: 'secretTopic', lockDuration: 1000 }],
    maxTasks: 10,
    suspended: true,
    userId: 'ada',
    groupId: 'clerks',
    type: 'candidate',
    messageName: 'secretMessage',
    name: 'secretSignal',
    value: 'changed',
    variables: {},
    modifications: {},
    message: 'changed',
    deleteReason: 'changed',
    password: 'changed by them',
    selectedWrf: 'default',
    workplace: 'theirs',
    username: 'ada',
  }
}
