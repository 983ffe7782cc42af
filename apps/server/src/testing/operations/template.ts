import { roles, type Scope, scopes } from '@millrace/contract'
import { addToGroup, createApiToken, createUser, createWorkplace, type TestApp } from '@millrace/server/testing'
import { multipart } from '../../runtime/testing/multipart.ts'
import {
  type As,
  actors,
  type OperationGroup,
  type OperationRequest,
  post,
  put,
  type Things,
} from './operation-case.ts'
import { decisionModel, hiddenModel, workModel } from './template-models.ts'

/** A workplace with one object of each kind, and the names of its objects. Nothing is changed in it afterwards. */
export interface Template {
  readonly workplaceId: string
  readonly things: Things
  /** API tokens for copies of the template in `place`, by user name: good for everything, and by `tokenName`. */
  readonly tokens: ReadonlyMap<string, string>
}

/** The scopes of the tokens: each scope alone, and combinations that some operations need. */
export const scopesOfTokens: readonly (readonly Scope[])[] = [...scopes.map((scope) => [scope]), ['start', 'work']]

export function tokenName(username: string, held: readonly Scope[]): string {
  return `${username} ${held.join('+')}`
}

export const passwordOfAll = 'the password of all'

/** Creates a template. @param place the id of the workplace that its copies will have. */
export async function createTemplate(
  testApp: TestApp,
  place: string,
  groups: readonly OperationGroup[],
): Promise<Template> {
  const { app, db, admin } = testApp
  const workplaceId = await createWorkplace(db)
  const tokens = new Map<string, string>()
  const authorization = new Map<string, string>()
  const addUser = async (username: string, more: Omit<Parameters<typeof createUser>[1], 'workplaceId'> = {}) => {
    const user = await createUser(db, { workplaceId, username, password: passwordOfAll, ...more })
    for (const [where, texts] of [
      [place, tokens],
      [workplaceId, authorization],
    ] as const) {
      texts.set(username, await createApiToken(db, user, { place: where }))
    }
    return user
  }
  for (const [name, held] of Object.entries(actors)) {
    const user = await addUser(name, { roles: held })
    for (const scopes of scopesOfTokens)
      tokens.set(tokenName(name, scopes), await createApiToken(db, user, { place, scopes }))
  }
  await addUser('root', { roles, groups: ['camunda-admin', 'clerks'] })
  const colleague = await addUser('colleague')
  const chief = await addUser('chief', { roles: ['RoleUser', 'RoleAdmin'] })
  const locked = await addUser('locked', { status: 'locked' })
  const { rows } = await admin.query(`select id from app_user where workplace_id = $1 and username = 'candidate'`, [
    workplaceId,
  ])
  await addToGroup(db, { workplaceId, key: 'clerks', userId: rows[0].id })

  const as: As = async (username, surface, request) => {
    const response = await app.inject(
      toInjected(surface, request, { authorization: `Bearer ${authorization.get(username)}` }),
    )
    if (response.statusCode >= 300) throw new Error(`${request.url}: ${response.body}`)
    return response.body === '' ? null : JSON.parse(response.body)
  }
  const rest = (request: OperationRequest) => as('root', '/engine-rest', request)
  const read = (url: string) => rest({ method: 'GET', url })
  const files = { 'work.bpmn': workModel, 'hidden.bpmn': hiddenModel, 'decision.dmn': decisionModel }
  const { id: deployment } = await rest({ ...post('/deployment/create'), files, fields: { 'deployment-name': 'All' } })
  const definitionOf = async (key: string) => (await read(`/process-definition/key/${key}`)).id as string
  const [work, hidden] = [await definitionOf('work'), await definitionOf('hidden')]
  const formOf = async (id: string) =>
    (await as('root', '/api', { method: 'GET', url: `/processes/definitions/${id}/start-form?timeZone=UTC` })).form
      .document.hash
  const formOfWork = await formOf(work)
  const start = (id: string) =>
    as(
      'starter',
      '/api',
      post(`/processes/definitions/${id}/start`, { values: {}, hash: formOfWork, action: null, timeZone: 'UTC' }),
    )
  const { instanceId: ended } = await start(work)
  await rest(put(`/process-instance/${ended}/variables/note`, { value: 'text', type: 'String' }))
  await rest({ method: 'DELETE', url: `/process-instance/${ended}` })
  const { instanceId: instance } = await start(work)
  await rest(put(`/process-instance/${instance}/variables/note`, { value: 'text', type: 'String' }))

  const one = async (url: string) => {
    const [found] = await read(url)
    if (found === undefined) throw new Error(`Expected the template to have ${url}, but it has none.`)
    return found.id as string
  }
  const taskOf = (key: string) => one(`/task?taskDefinitionKey=${key}`)
  const [mine, open, delegated] = [await taskOf('mine'), await taskOf('open'), await taskOf('delegated')]
  await rest(post(`/task/${delegated}/delegate`, { userId: 'assignee' }))
  const formOfTask = async (id: string) =>
    (await as('assignee', '/api', { method: 'GET', url: `/tasks/${id}?timeZone=UTC` })).form.document.hash
  await rest(post('/task/create', { name: 'Alone' }))
  const alone = (await read('/task?name=Alone'))[0].id
  const comment = await rest(post(`/task/${mine}/comment/create`, { message: 'Look.' }))
  const attachment = await rest({
    ...post(`/task/${mine}/attachment/create`),
    files: {},
    fields: { url: 'https://example.org' },
  })
  const lock = async (topicName: string) => {
    const topics = [{ topicName, lockDuration: 600_000 }]
    const [task] = await rest(post('/external-task/fetchAndLock', { workerId: 'worker', maxTasks: 1, topics }))
    return task.id as string
  }
  const [held, failed] = [await lock('held'), await lock('failed')]
  await rest(post(`/external-task/${failed}/failure`, { workerId: 'worker', retries: 0, errorMessage: 'no' }))
  const free = await one('/external-task?topicName=free')
  const incident = await one('/incident?incidentType=failedExternalTask')
  const stuck = await rest(post(`/execution/${instance}/create-incident`, { incidentType: 'stuck' }))
  await rest(post('/group/create', { id: 'idle', name: 'Idle' }))
  await rest(post('/tenant/create', { id: 'north', name: 'North' }))
  await rest(put('/tenant/north/user-members/root'))
  await as('root', '/api', put('/processengine/bindings/org.example.Bean', { kind: 'external', topic: 'bean' }))
  await as('root', '/api', put('/processengine/calendars/office', { zone: 'UTC', hours: {}, holidays: [] }))
  const link = await as('root', '/api', post('/processengine/links', { name: 'A link', definitionId: work }))
  const theme = await as(
    'root',
    '/api',
    post('/admin/themes-api/user-defined-theme/save', { name: 'Dawn', code: 'dawn', variables: '{}' }),
  )
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0"/></svg>'
  await admin.query(
    `insert into site_picture (workplace_id, kind, content_type, bytes, digest, updated_at, updated_by) select $1, kind, 'image/svg+xml', $2, 'x', now(), 'root' from unnest(array['logo', 'favicon']) kind`,
    [workplaceId, Buffer.from(svg)],
  )
  await admin.query(
    `insert into process_favourite (workplace_id, username, process_key) select workplace_id, username, 'other' from app_user where workplace_id = $1`,
    [workplaceId],
  )
  const { rows: views } = await admin.query(
    `insert into list_view (workplace_id, id, list, owner_id, name, search, columns, sharing, created_at, updated_at)
      select workplace_id, gen_random_uuid(), 'tasks.assigned', id, 'For all', '{}', '{}', 'everybody', now(), now()
      from app_user where workplace_id = $1 and username = 'root' returning id`,
    [workplaceId],
  )
  const { rows: batches } = await admin.query(
    `insert into batch (workplace_id, id, user_id, kind, action, state, total, created_at)
      select workplace_id, gen_random_uuid(), id, 'task-action', '{"kind":"claim"}', 'waiting', 0, now()
      from app_user where workplace_id = $1 and username = 'user' returning id`,
    [workplaceId],
  )
  const { rows: incidentBatches } = await admin.query(
    `insert into batch (workplace_id, id, user_id, kind, action, state, total, created_at, about)
      select u.workplace_id, gen_random_uuid(), u.id, 'incident-retry', '{}', 'waiting', 0, now(), n.group_id
      from app_user u join incident n on n.workplace_id = u.workplace_id and n.id = $2 where u.workplace_id = $1 and u.username = 'user' returning id`,
    [workplaceId, stuck.id],
  )
  const { rows: drafts } = await admin.query(
    `insert into batch (workplace_id, id, user_id, kind, action, state, total, created_at)
      select workplace_id, gen_random_uuid(), id, 'instance-update-suspension-state', '{}', 'draft', 1, now() + interval '100 years'
      from app_user where workplace_id = $1 and username = 'administrator' returning id`,
    [workplaceId],
  )
  const jobs: { id: string; jobDefinitionId: string; dueDate: string | null }[] = await read(
    `/job?processInstanceId=${instance}`,
  )
  const job = jobs.find(({ dueDate }) => dueDate === null)
  const timer = jobs.find(({ dueDate }) => dueDate !== null)
  const prepared: Record<string, string> = {}
  for (const { prepare } of groups) Object.assign(prepared, await prepare?.(as))
  // As a job leaves one that has checked its rows.
  const { rows: imports } = await admin.query(
    `insert into user_import (workplace_id, id, user_id, file_name, state, heads, mapping, key_field, notes, row_count, new_count, created_at)
      select workplace_id, gen_random_uuid(), id, 'users.csv', 'checked', '{username}', '{username}', 'username', '{}', 0, 1, now()
      from app_user where workplace_id = $1 and username = 'keeper' returning id`,
    [workplaceId],
  )
  const { rows: moveIns } = await admin.query(
    `insert into move_in (workplace_id, id, vendor, host, port, database_name, schema_name, username, sealed, encryption, time_zone, state, is_dry_run, created_at)
      values ($1, gen_random_uuid(), 'postgresql', '127.0.0.1', 5432, 'camunda', '', 'reader', '', 'off', 'UTC', 'checked', true, now()) returning id`,
    [workplaceId],
  )
  const { rows: userChanges } = await admin.query(
    `insert into user_change (workplace_id, id, user_id, change, state, total_count, changed_count, created_at)
      select workplace_id, gen_random_uuid(), id, '{"kind":"restore"}', 'checked', 1, 1, now()
      from app_user where workplace_id = $1 and username = 'keeper' returning id`,
    [workplaceId],
  )
  // As a job leaves one that has read its directory.
  const { rows: directoryRuns } = await admin.query(
    `insert into directory_run (workplace_id, id, directory_id, state, is_dry_run, started_at, leaver_count)
      select workplace_id, gen_random_uuid(), id, 'waiting', false, now(), 3 from directory where workplace_id = $1 and name = 'Wait' returning id`,
    [workplaceId],
  )
  // How it was made is read and copied with every operation, and is no part of what operations are about.
  await admin.query(`set session_replication_role = replica;
    delete from audit_entry where workplace_id = '${workplaceId}'; delete from audit_revision where workplace_id = '${workplaceId}';
    set session_replication_role = origin`)
  return {
    workplaceId,
    tokens,
    things: {
      ...prepared,
      deployment,
      work,
      hidden,
      formOfWork,
      formOfHidden: await formOf(hidden),
      ended,
      instance,
      mine,
      open,
      delegated,
      formOfMine: await formOfTask(mine),
      formOfDelegated: await formOfTask(delegated),
      alone,
      comment: comment.id,
      attachment: attachment.id,
      held,
      failed,
      free,
      incident,
      stuck: stuck.id,
      theme: theme.data.id,
      link: link.id,
      locked: locked.id,
      colleague: colleague.id,
      sharedView: views[0].id,
      batch: batches[0].id,
      checkedImport: imports[0].id,
      checkedChange: userChanges[0].id,
      moveIn: moveIns[0].id,
      waitingRun: directoryRuns[0].id,
      incidentBatch: incidentBatches[0].id,
      draftBatch: drafts[0].id,
      chief: chief.id,
      job: job?.id ?? '',
      timer: timer?.id ?? '',
      jobDefinition: job?.jobDefinitionId ?? '',
      decision: await one('/decision-definition?key=choice'),
      waiting: await one(`/execution?activityId=receive&processInstanceId=${instance}`),
      hearing: await one(`/execution?activityId=hear&processInstanceId=${instance}`),
      variable: await one(`/history/variable-instance?processInstanceId=${ended}`),
    },
  }
}

/** Returns a request of an operation as a client sends it. */
export function toInjected(
  surface: '/api' | '/engine-rest',
  { method, url, payload, files, fields }: OperationRequest,
  headers: Readonly<Record<string, string>>,
) {
  if (files === undefined)
    return { method, url: `${surface}${url}`, headers: { ...headers }, ...(method !== 'GET' && { payload }) }
  const parts = Object.entries(files).map(([name, content]) => ({ name, content }))
  const body = multipart(parts, fields)
  return { method, url: `${surface}${url}`, headers: { ...headers, ...body.headers }, payload: body.payload }
}
