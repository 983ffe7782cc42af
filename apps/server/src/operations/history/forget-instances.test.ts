import { process } from '@millrace/bpmn/builder'
import { api, commentCalls, formLinkCalls, openFormCalls, writeMention } from '@millrace/contract'
import { createTestApp, type TestClient } from '@millrace/server/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { deleteDeployment, deleteProcessDefinition } from '../../runtime/deploy/delete-definitions.ts'
import { deploy } from '../../runtime/deploy/deploy.ts'
import { deleteInstanceHistory } from '../../runtime/history/delete-history.ts'
import { multipart } from '../../runtime/testing/multipart.ts'
import { clearOldLinks } from '../form-links/clear-old-links.ts'

const { admin, anonymous, runtime, signIn, signInAs, workplaceId, clock, db } = await createTestApp()
const actor = { workplaceId, userId: null, cause: 'test' }
let keeper = await signIn({ roles: ['RoleUser', 'RoleProcessAdmin'] })
let reader = await signIn({ groups: ['readers'] })

const form = JSON.stringify({
  schema: 2,
  id: 'form',
  root: [{ id: 'n1', type: 'file', key: 'photo', props: { label: 'Photo', filetypes: ['txt'] } }],
})

interface Deployed {
  readonly deploymentId: string
  readonly definitionId: string
}

async function deployComplaint(key: string): Promise<Deployed> {
  const xml = process(key, { 'camunda:isStartableInTasklist': false })
    .start('s', { 'millrace:formKey': 'millrace:deployment:photo.form.json' })
    .userTask('read', { 'camunda:candidateGroups': 'readers' })
    .end()
    .toXml()
  const files = [
    { name: `${key}.bpmn`, bytes: Buffer.from(xml) },
    { name: 'photo.form.json', bytes: Buffer.from(form) },
  ]
  const answer = await deploy(runtime, actor, { name: key, source: null, tenantId: null, files })
  if (!answer.ok) throw new Error('Expected the model to deploy.')
  const { id: deploymentId, processes } = answer.deployed
  return { deploymentId, definitionId: processes[0]?.id ?? '' }
}

async function upload(client: TestClient, url: string, name: string): Promise<{ id: string }> {
  const { body } = await client.send({ method: 'POST', url: `/api${url}`, ...multipart([{ name, content: 'Loud' }]) })
  return body as { id: string }
}

/** An instance that came by a public link, with a file, and about which and whose task people have written. */
async function startWithEverything({ definitionId }: Deployed): Promise<{ instanceId: string; taskId: string }> {
  const link = await keeper.call(formLinkCalls.create, { body: { name: 'A link', definitionId, hasCaptcha: false } })
  const token = link.body.token ?? ''
  const opened = await anonymous().call(openFormCalls.get, { params: { token } })
  const photo = await upload(anonymous(), openFormCalls.upload.path.replace('{token}', token), 'photo.txt')
  const sent = await anonymous().call(openFormCalls.send, {
    params: { token },
    body: { values: { photo: [photo] }, hash: opened.body.form.document.hash, visit: crypto.randomUUID() },
  })
  const { rows } = await admin.query(
    'select i.id, t.id as task_id from instance i join task t on t.instance_id = i.id where i.business_key = $1',
    [sent.body.reference],
  )
  const { id: instanceId, task_id: taskId } = rows[0]
  for (const of of [{ of: 'task', id: taskId } as const, { of: 'instance', id: instanceId } as const]) {
    const message = `Look, ${writeMention(keeper.user.username)}`
    expect((await reader.call(commentCalls.add, { params: of, body: { message } })).status).toBe(200)
    const { id: fileId } = await upload(reader, api.files.upload.path, 'letter.txt')
    expect((await reader.call(commentCalls.attach, { params: of, body: { fileId } })).status).toBe(200)
    const page = { url: 'https://example.org/plan', name: 'The plan' }
    expect((await reader.call(commentCalls.attach, { params: of, body: page })).status).toBe(200)
  }
  // As a program writes that names no instance.
  for (const table of ['task_comment', 'task_attachment'])
    await admin.query(`update ${table} set instance_id = null where task_id = $1`, [taskId])
  return { instanceId, taskId }
}

async function complete(taskId: string): Promise<void> {
  const params = { id: taskId }
  expect((await reader.call(api.tasks.claim, { params })).status).toBe(204)
  const { body } = await reader.call(api.tasks.get, { params })
  const answer = await reader.call(api.tasks.complete, {
    params,
    body: { values: {}, hash: body.form?.document.hash ?? '' },
  })
  expect(answer.status).toBe(200)
}

/** All tables with rows that hold one of some ids, whatever they mean there, and all ids that such rows hold. */
async function findTraces(ids: readonly string[]): Promise<{ tables: string[]; ids: string[] }> {
  const { rows } = await admin.query<{ table: string; columns: string[] }>(
    `select c.relname as table, array_agg(a.attname::text) as columns from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.atttypid = 'uuid'::regtype and not a.attisdropped
       and a.attname not in ('workplace_id', 'definition_id', 'deployment_id', 'link_id', 'user_id', 'operation_id')
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
       and c.relname not like 'audit%' group by c.relname`,
  )
  const found = { tables: [] as string[], ids: new Set(ids) }
  for (const { table, columns } of rows) {
    const { rows: held } = await admin.query<Record<string, string | null>>(
      `select ${columns.join(', ')} from ${table} where ${columns.map((column) => `${column} = any($1::uuid[])`).join(' or ')}`,
      [ids],
    )
    if (held.length > 0) found.tables.push(table)
    for (const row of held) for (const id of Object.values(row)) if (id !== null) found.ids.add(id)
  }
  return { tables: found.tables.toSorted(), ids: [...found.ids] }
}

// From one address come only so many forms in a minute.
beforeEach(async () => {
  clock.advance({ minutes: 2 })
  keeper = await signInAs(keeper.user)
  reader = await signInAs(reader.user)
})

const ownedTables = ['form_receipt', 'search_word', 'stored_file', 'task_attachment', 'task_comment']

async function allOf(instanceId: string): Promise<string[]> {
  const around = await findTraces([instanceId])
  const { ids } = await findTraces(around.ids)
  // Of what is around it, such as the mentions in its comments.
  const { ids: all, tables } = await findTraces(ids)
  expect(tables).toEqual(expect.arrayContaining([...ownedTables, 'comment_mention']))
  return all
}

describe('what belongs to an instance', () => {
  const ways: readonly [string, (place: Deployed & { instanceId: string }) => Promise<unknown>, 'ended' | 'running'][] =
    [
      ['its history is deleted', ({ instanceId }) => deleteInstanceHistory(runtime, actor, instanceId), 'ended'],
      [
        'its deployment is deleted with all that came of it',
        ({ deploymentId }) => deleteDeployment(runtime, actor, deploymentId, { cascade: true }),
        'running',
      ],
      [
        'its process is deleted with all that came of it',
        ({ definitionId }) => deleteProcessDefinition(runtime, actor, definitionId, { cascade: true }),
        'running',
      ],
      [
        'it cannot be ended, and is taken away with its deployment',
        async ({ deploymentId, instanceId }) => {
          await admin.query('delete from root where id = $1', [instanceId])
          await deleteDeployment(runtime, actor, deploymentId, { cascade: true })
        },
        'running',
      ],
    ]

  it.each(ways)('goes when %s, and nothing of others', async (_, forget, state) => {
    const deployed = await deployComplaint('complaint')
    const other = await startWithEverything(await deployComplaint('other'))
    const { instanceId, taskId } = await startWithEverything(deployed)
    if (state === 'ended') await complete(taskId)
    const [ours, theirs] = [await allOf(instanceId), await allOf(other.instanceId)]
    await forget({ ...deployed, instanceId })
    const gone = ours.filter((id) => !theirs.includes(id))
    expect((await findTraces(gone)).tables).toEqual([])
    expect((await findTraces([other.instanceId])).tables).toEqual(expect.arrayContaining(ownedTables))
  })

  it('goes with what somebody writes about it or its task meanwhile, or that is refused', async () => {
    for (const of of ['instance', 'task'] as const) {
      const { instanceId, taskId } = await startWithEverything(await deployComplaint(`written-${of}`))
      await complete(taskId)
      const ids = await allOf(instanceId)
      const params = { of, id: of === 'task' ? taskId : instanceId }
      const waits = async () =>
        ((
          await admin.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
        ).rowCount ?? 0) > 0
      let writing: Promise<number> | undefined
      const watched: typeof db = {
        ...db,
        withTransaction: (actor, work) =>
          db.withTransaction(actor, (tx) =>
            work({
              ...tx,
              batch: async (statements) => {
                const results = await tx.batch(statements)
                if (statements.every(({ name }) => name !== 'task_comment_forget')) return results
                let isOver = false
                writing ??= reader.call(commentCalls.add, { params, body: { message: 'Too late' } }).then((answer) => {
                  isOver = true
                  return answer.status
                })
                while (!isOver && !(await waits()));
                return results
              },
            }),
          ),
      }
      expect(await deleteInstanceHistory({ ...runtime, db: watched }, actor, instanceId)).toBe(true)
      expect(await writing).toBe(404)
      expect((await findTraces(ids)).tables).toEqual([])
    }
  })

  it('goes in portions, and continues after an interruption', async () => {
    const { instanceId, taskId } = await startWithEverything(await deployComplaint('large'))
    await complete(taskId)
    await admin.query(
      `insert into task_comment (workplace_id, id, task_id, user_id, message, created_at)
       select $1, gen_random_uuid(), $2, 'somebody', 'Once more', now() from generate_series(1, 2500)`,
      [workplaceId, taskId],
    )
    await admin.query(
      `insert into stored_file (workplace_id, id, name, type, size, bytes, uploaded_at, uploaded_by, instance_id)
       select $1, gen_random_uuid(), 'a.txt', 'text/plain', 1, 'x', now(), 'somebody', $2 from generate_series(1, 50)`,
      [workplaceId, instanceId],
    )
    let transactions = 0
    const interrupted: typeof db = {
      ...db,
      withTransaction: (actor, work) =>
        ++transactions === 2 ? Promise.reject(new Error('The server ended.')) : db.withTransaction(actor, work),
    }
    const ids = await allOf(instanceId)
    const forget = () => deleteInstanceHistory({ ...runtime, db: interrupted }, actor, instanceId)
    await expect(forget()).rejects.toThrow('The server ended.')
    const { rows } = await admin.query(
      'select count(*)::int as left from task_comment where task_id = $1 or instance_id = $2',
      [taskId, instanceId],
    )
    expect(rows).toEqual([{ left: 1_502 }])
    expect(await forget()).toBe(true)
    expect((await findTraces(ids)).tables).toEqual([])
    expect(await forget()).toBe(false)
    // One, the one that failed, and what was left, of which each took at most 1,000 comments and 20 files.
    expect(transactions).toBe(4)
  })
})

describe('links and receipts', () => {
  const count = async (table: string) =>
    (await admin.query(`select count(*)::int as n from ${table} where workplace_id = $1`, [workplaceId])).rows[0].n

  it('go when they have been over for 180 days, and stay for as long as something runs by them', async () => {
    await admin.query('delete from form_link')
    const deployed = await deployComplaint('kept')
    const [running, ended] = [await startWithEverything(deployed), await startWithEverything(deployed)]
    await complete(ended.taskId)
    await admin.query('update form_link set ended_at = $1', [clock().toISOString()])
    const sweepIn = async (days: number) =>
      clearOldLinks({ db, clock: () => new Date(clock().getTime() + days * 86_400_000) }, workplaceId).then(
        async () => [await count('form_receipt'), await count('form_link')],
      )
    expect(await sweepIn(179)).toEqual([2, 2])
    expect(await sweepIn(181)).toEqual([1, 1])
    const { rows } = await admin.query('select instance_id from form_receipt')
    expect(rows).toEqual([{ instance_id: running.instanceId }])
    await complete(running.taskId)
    expect(await sweepIn(181)).toEqual([0, 0])
    const { rows: audited } = await admin.query(
      `select distinct r.cause from audit_entry e join audit_revision r on r.workplace_id = e.workplace_id and r.number = e.revision
       where e.entity = 'form-link' and e.operation = 'delete' and r.cause <> ''`,
    )
    expect(audited).toEqual([{ cause: 'maintenance' }])
  })

  it('go likewise when they lead to a task that is over, regardless of who did it, and saved forms when nobody saves any more', async () => {
    await admin.query('delete from form_link')
    const deployed = await deployComplaint('of-a-task')
    const started = [await startWithEverything(deployed), await startWithEverything(deployed)]
    await admin.query('delete from form_receipt')
    await admin.query('delete from form_link')
    for (const { taskId } of started)
      await keeper.call(formLinkCalls.create, { body: { name: 'A task', taskId, hasCaptcha: false, maySave: true } })
    await admin.query(
      `insert into saved_form (workplace_id, id, link_id, token_hash, form_hash, entries, saved_at, expires_at)
       select workplace_id, gen_random_uuid(), id, convert_to(id::text, 'UTF8'), 'x', '{}', $1::timestamptz, $1::timestamptz + interval '14 days' from form_link`,
      [clock().toISOString()],
    )
    const sweepIn = async (days: number) => {
      await clearOldLinks({ db, clock: () => new Date(clock().getTime() + days * 86_400_000) }, workplaceId)
      const ended = (await admin.query('select count(*)::int as n from form_link where is_ended')).rows[0].n
      return [await count('saved_form'), await count('form_link'), ended]
    }
    expect(await sweepIn(43)).toEqual([2, 2, 0])
    expect(await sweepIn(45)).toEqual([0, 2, 0])
    await complete(started[0]?.taskId ?? '')
    expect(await sweepIn(50)).toEqual([0, 2, 1])
    expect(await sweepIn(229)).toEqual([0, 2, 1])
    expect(await sweepIn(231)).toEqual([0, 1, 0])
  })
})
