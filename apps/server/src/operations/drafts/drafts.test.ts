import { process } from '@millrace/bpmn/builder'
import { draftCalls, fileCalls, processCalls, taskCalls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { deploy } from '../../runtime/deploy/deploy.ts'
import { clearOldDrafts } from '../../runtime/forms/clear-old-drafts.ts'
import { multipart } from '../../runtime/testing/multipart.ts'

const { db, runtime, workplaceId, signIn, signInAs, admin, clock } = await createTestApp()
const ines = await signIn({ username: 'ines' })
const otto = await signIn({ username: 'otto' })

const form = JSON.stringify({
  schema: 2,
  id: 'form',
  root: [
    { id: 'n1', type: 'text', key: 'note', props: { label: 'Note', required: true } },
    { id: 'n2', type: 'file', key: 'plan', props: { label: 'Plan', filetypes: ['txt'] } },
    { id: 'n3', type: 'user', key: 'who', props: { label: 'Who' } },
    { id: 'n4', type: 'password', key: 'pin', props: { label: 'Pin' } },
  ],
})
const model = process('drafting')
  .start('s', { 'millrace:formKey': 'millrace:deployment:note.form.json' })
  .userTask('fill', { 'millrace:assignee': 'ines', 'millrace:formKey': 'millrace:deployment:note.form.json' })
  .end()
  .toXml()

async function deployNext(): Promise<string> {
  const deployed = await deploy(
    runtime,
    { workplaceId, userId: null, cause: 'test' },
    {
      ...{ name: 'drafting', source: null, tenantId: null },
      files: [
        { name: 'drafting.bpmn', bytes: Buffer.from(model) },
        { name: 'note.form.json', bytes: Buffer.from(form) },
      ],
    },
  )
  return deployed.ok ? (deployed.deployed.processes[0]?.id ?? '') : ''
}
const definitionId = await deployNext()

const openStart = async (client: TestClient, id = definitionId) =>
  (await client.call(processCalls.startForm, { params: { id } })).body.form
const keepStart = (client: TestClient, values: object, more: object = {}, id = definitionId) =>
  client.call(processCalls.keepStartDraft, {
    params: { id },
    body: { values, hash: 'h', revision: 0, writer: 'one', ...more },
  })

/** A task of Ines. */
async function startTask(client = ines): Promise<string> {
  const { document } = await openStart(client)
  const { body } = await client.call(processCalls.start, {
    params: { id: definitionId },
    body: { values: { note: 'x' }, hash: document.hash },
  })
  return body.nextTaskId ?? ''
}
const keep = (client: TestClient, id: string, values: object, more: object = {}) =>
  client.call(taskCalls.keepDraft, { params: { id }, body: { values, hash: 'h', revision: 0, writer: 'one', ...more } })
const draftOf = async (client: TestClient, id: string) =>
  (await client.call(taskCalls.get, { params: { id } })).body.form?.draft

describe('the lists of drafts', () => {
  const listed = async (client: TestClient) => (await client.call(draftCalls.tasks, {})).body.items
  const started = async (client: TestClient) => (await client.call(draftCalls.starts, {})).body.items
  const counts = async (client: TestClient) => {
    const now = clock().toISOString()
    const { body } = await client.call(taskCalls.counts, { query: { now, todayEnds: now } })
    return [body.taskDrafts, body.startDrafts]
  }

  it('have what their user typed, the latest first, and nothing of anybody else in whatever workplace', async () => {
    const mira = await signIn({ username: 'mira' })
    const stranger = await signIn({ workplaceId: await createWorkplace(db), username: 'mira' })
    const id = await startTask()
    await admin.query(`update task set assignee = 'mira', title = 'Trip to Oslo' where id = $1`, [id])
    const { body } = await keep(mira, id, { note: 'half' })
    await keepStart(mira, { note: 'early' })
    await deployNext()
    expect(await listed(mira)).toEqual([
      {
        id: expect.any(String),
        taskId: id,
        name: 'fill',
        title: 'Trip to Oslo',
        process: 'drafting',
        state: 'open',
        savedAt: body.savedAt,
      },
    ])
    expect(await started(mira)).toMatchObject([{ name: 'drafting', state: 'new-version' }])
    expect(await counts(mira)).toEqual([1, 1])
    const [mine] = await listed(mira)
    for (const other of [stranger, otto]) {
      expect((await listed(other)).map(({ id }) => id)).not.toContain(mine?.id)
      expect((await other.call(draftCalls.read, { params: { id: mine?.id ?? '' } })).error.code).toBe('thing.not-found')
      const { body: gone } = await other.call(draftCalls.discard, { body: { ids: [mine?.id ?? ''] } })
      expect(gone).toEqual({ discarded: 0 })
    }
    expect((await mira.call(draftCalls.discard, { body: { ids: [mine?.id ?? ''] } })).body).toEqual({ discarded: 1 })
    expect((await mira.call(draftCalls.discard, { body: { ids: [mine?.id ?? ''] } })).body).toEqual({ discarded: 0 })
    expect(await counts(mira)).toEqual([0, 1])
    expect((await mira.call(draftCalls.read, { params: { id: 'none' } })).error.code).toBe('thing.not-found')
  })

  it('say what has become of the task, and what was typed can still be read', async () => {
    const lea = await signIn({ username: 'lea' })
    const changes = {
      open: 'update task set priority = 50 where id = $1',
      released: 'update task set assignee = null where id = $1',
      taken: `update task set assignee = 'otto' where id = $1`,
      suspended: 'update task set is_suspended = true where id = $1',
      gone: 'delete from task where id = $1',
    }
    const ids = new Map<string, string>()
    for (const [state, change] of Object.entries(changes)) {
      const id = await startTask()
      await admin.query(`update task set assignee = 'lea' where id = $1`, [id])
      await keep(lea, id, { note: state, who: null, strange: ['a', 'b'] })
      await admin.query(change, [id])
      ids.set(id, state)
    }
    const done = await startTask()
    await admin.query(`update task set assignee = 'lea' where id = $1`, [done])
    await keep(lea, done, { note: 'completed' })
    await admin.query(`update task set assignee = 'ines' where id = $1`, [done])
    const boss = await signIn({ roles: ['RoleFullAPI'] })
    const { document } = (await ines.call(taskCalls.get, { params: { id: done } })).body.form ?? {}
    const body = { values: { note: 'whole' }, hash: document?.hash ?? '' }
    expect((await boss.call(taskCalls.complete, { params: { id: done }, body })).status).toBe(200)
    ids.set(done, 'completed')
    const rows = await listed(lea)
    expect(Object.fromEntries(rows.map(({ taskId, state }) => [taskId, state]))).toEqual(Object.fromEntries(ids))
    for (const { id, taskId, state } of rows) {
      const read = (await lea.call(draftCalls.read, { params: { id } })).body
      expect(read.entries).toEqual([
        { label: 'Note', text: ids.get(taskId) },
        ...(state === 'completed' ? [] : [{ label: 'strange', text: 'a, b' }]),
      ])
    }
    const { body: taken } = await lea.call(draftCalls.tasks, { query: { state: 'taken,gone' } })
    expect(taken.items.map(({ state }) => state).sort()).toEqual(['gone', 'taken'])
  })

  it('say when a process cannot be started any more', async () => {
    const nils = await signIn({ username: 'nils' })
    const next = await deployNext()
    await keepStart(nils, { note: 'half' }, {}, next)
    const stands = async () => (await started(nils)).map(({ state, definitionId }) => [state, definitionId])
    expect(await stands()).toEqual([['open', next]])
    await admin.query('update process_definition set is_suspended = true where id = $1', [next])
    expect(await stands()).toEqual([['suspended', null]])
    await admin.query(`update process_definition set is_suspended = false, starter_users = '{otto}' where id = $1`, [
      next,
    ])
    expect(await stands()).toEqual([['gone', null]])
    await admin.query(`update process_definition set starter_users = '{}' where id = $1`, [next])
  })

  it('take no more than 500 of one user, and continue with those that are there', async () => {
    const uma = await signIn({ username: 'uma' })
    await keepStart(uma, { note: 'half' })
    await admin.query(
      `insert into form_draft (workplace_id, user_id, kind, subject, form_hash, entries, file_ids, revision, writer, saved_at)
        select $1, $2, 'start', 'p' || n, 'h', '{}', '{}', 1, 'one', now() from generate_series(1, 499) n`,
      [workplaceId, uma.user.id],
    )
    const id = await startTask()
    await admin.query(`update task set assignee = 'uma' where id = $1`, [id])
    const refused = await keep(uma, id, { note: 'one too many' })
    expect([refused.status, refused.error.code]).toEqual([409, 'draft.too-many'])
    expect((await keepStart(uma, { note: 'more' })).body.revision).toBe(2)
  })
})

describe('a draft', () => {
  it('is kept as it was typed, in any session of the same user, and for nobody else', async () => {
    const id = await startTask()
    expect((await draftOf(ines, id)) ?? null).toBeNull()
    const half = { note: null, lines: 'no list', who: 'nobody', __proto: 7 }
    const kept = await keep(ines, id, half)
    expect([kept.status, kept.body]).toEqual([200, { revision: 1, savedAt: clock().toISOString() }])
    const elsewhere = await signInAs(ines.user)
    expect(await draftOf(elsewhere, id)).toEqual({ values: half, hash: 'h', ...kept.body })
    const boss = await signIn({ roles: ['RoleProcessAdmin'] })
    expect((await draftOf(boss, id)) ?? null).toBeNull()
    expect((await keep(otto, id, {})).error.code).toBe('thing.not-found')
    expect((await keep(boss, id, {})).error.code).toBe('task.not-yours')
    const stranger = await signIn({ workplaceId: await createWorkplace(db), username: 'ines' })
    expect((await keep(stranger, id, {})).error.code).toBe('thing.not-found')
  })

  it('keeps nothing of secret fields, so that nobody reads them when the version of their form no longer exists', async () => {
    const secret = await signIn({ username: 'secret' })
    const next = await deployNext()
    const values = { note: 'half', pin: '4711', strange: 'b' }
    expect((await keepStart(secret, values, {}, next)).status).toBe(200)
    await admin.query('update form_draft set definition_id = gen_random_uuid() where user_id = $1', [secret.user.id])
    const { items } = (await secret.call(draftCalls.starts, {})).body
    const read = await secret.call(draftCalls.read, { params: { id: items[0]?.id ?? '' } })
    expect(read.body.entries.map(({ label }) => label)).toEqual(['note', 'strange'])
    expect(JSON.stringify(read.body)).not.toContain('4711')
  })

  it('of another window is not written over, and a window is never in its own way', async () => {
    const id = await startTask()
    expect((await keep(ines, id, { note: 'a' })).body.revision).toBe(1)
    // The answer was lost: the same window sends it once more.
    expect((await keep(ines, id, { note: 'ab' })).body.revision).toBe(2)
    const other = await keep(ines, id, { note: 'other' }, { writer: 'two', revision: 1 })
    expect([other.status, other.error.code, other.error.details]).toEqual([
      409,
      'draft.changed',
      [
        { where: 'savedAt', message: clock().toISOString() },
        { where: 'revision', message: '2' },
      ],
    ])
    expect((await draftOf(ines, id))?.values).toEqual({ note: 'ab' })
    expect((await keep(ines, id, { note: 'other' }, { writer: 'two', revision: 2 })).body.revision).toBe(3)
    expect((await keep(ines, id, { note: 'abc' }, { revision: 2 })).error.code).toBe('draft.changed')
  })

  it('of two windows that save at once exactly one is kept', async () => {
    const id = await startTask()
    const windows = Array.from({ length: 8 }, (_, number) => `window ${number}`)
    const answers = await Promise.all(windows.map((writer) => keep(ines, id, { note: writer }, { writer })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await draftOf(ines, id))?.revision).toBe(1)
  })

  it('goes with the task that it is for, and is reported when another user was faster', async () => {
    const id = await startTask()
    await keep(ines, id, { note: 'half' })
    const { document } = (await ines.call(taskCalls.get, { params: { id } })).body.form ?? {}
    const body = { values: { note: 'whole' }, hash: document?.hash ?? '' }
    expect((await ines.call(taskCalls.complete, { params: { id }, body })).status).toBe(200)
    expect((await admin.query('select from form_draft where subject = $1', [id])).rowCount).toBe(0)
    expect((await keep(ines, id, { note: 'late' })).error.code).toBe('task.over')
    const taken = await startTask()
    await keep(ines, taken, { note: 'half' })
    await admin.query(`update task set assignee = 'otto' where id = $1`, [taken])
    expect((await keep(ines, taken, { note: 'late' })).error.code).toBe('thing.not-found')
  })

  it('of a start form outlives the version of the process, and goes with the start', async () => {
    const kept = await keepStart(otto, { note: 'half', who: 'ines' })
    expect(kept.status).toBe(200)
    const next = await deployNext()
    const opened = await openStart(otto, next)
    expect(opened.draft?.values).toEqual({ note: 'half', who: 'ines' })
    expect(opened.names).toEqual([{ kind: 'user', id: 'ines', name: 'Ada Example' }])
    expect((await openStart(ines, next)).draft).toBeNull()
    const body = { values: { note: 'whole' }, hash: opened.document.hash }
    expect((await otto.call(processCalls.start, { params: { id: next }, body })).status).toBe(200)
    expect((await openStart(otto, next)).draft).toBeNull()
  })

  it('is thrown away by its user alone', async () => {
    const id = await startTask()
    await keep(ines, id, { note: 'half' })
    expect((await otto.call(taskCalls.discardDraft, { params: { id } })).status).toBe(404)
    expect((await draftOf(ines, id))?.values).toEqual({ note: 'half' })
    expect((await ines.call(taskCalls.discardDraft, { params: { id } })).status).toBe(204)
    expect((await draftOf(ines, id)) ?? null).toBeNull()
    await keepStart(ines, { note: 'half' })
    expect((await ines.call(processCalls.discardStartDraft, { params: { id: definitionId } })).status).toBe(204)
    expect((await openStart(ines)).draft).toBeNull()
  })

  it('keeps the uploads that it names longer than a day', async () => {
    let client = ines
    const upload = async (name: string) => {
      const file = { name, content: 'A plan' }
      return (await client.send({ method: 'POST', url: `/api${fileCalls.upload.path}`, ...multipart([file]) })).body
    }
    const [named, loose] = [(await upload('a.txt')) as { id: string }, (await upload('b.txt')) as { id: string }]
    await keepStart(ines, { plan: [named] })
    clock.advance({ hours: 25 })
    client = await signInAs(ines.user)
    await upload('c.txt')
    const there = async ({ id }: { id: string }) =>
      (await admin.query('select from stored_file where id = $1', [id])).rowCount
    expect([await there(named), await there(loose)]).toEqual([1, 0])
    await client.call(processCalls.discardStartDraft, { params: { id: definitionId } })
    await upload('d.txt')
    expect(await there(named)).toBe(0)
  })

  it('goes after three months in which nobody has touched it', async () => {
    await keepStart(await signInAs(ines.user), { note: 'half' })
    clock.advance({ days: 89 })
    await clearOldDrafts({ db, clock }, workplaceId)
    expect((await openStart(await signInAs(ines.user))).draft).not.toBeNull()
    clock.advance({ days: 2 })
    await clearOldDrafts({ db, clock }, workplaceId)
    expect((await openStart(await signInAs(ines.user))).draft).toBeNull()
  })

  it('has the basis of the values that it was typed over, and the form that of the values that it has', async () => {
    let client = await signInAs(ines.user)
    const id = await startTask(client)
    const opened = async () => (await client.call(taskCalls.get, { params: { id } })).body.form
    const before = await opened()
    await keep(client, id, { note: 'mine' }, { basis: before?.basis?.revision })
    expect((await opened())?.draft?.basis).toBe(before?.basis?.revision)
    // A variable that the form does not read is no matter of the draft.
    await admin.query(
      `insert into variable (workplace_id, root_id, scope_id, name, id, instance_id, type, value, revision, created_at)
        select v.workplace_id, v.root_id, v.scope_id, 'other', gen_random_uuid(), v.instance_id, 'String', 'x', 0, now()
        from variable v join task t on t.instance_id = v.instance_id where t.id = $1 and v.name = 'note'`,
      [id],
    )
    expect((await opened())?.basis).toEqual(before?.basis)
    clock.advance({ minutes: 5 })
    client = await signInAs(ines.user)
    const second = await signInAs(otto.user)
    expect((await client.call(taskCalls.delegate, { params: { id }, body: { username: 'otto' } })).status).toBe(204)
    const { document } = (await second.call(taskCalls.get, { params: { id } })).body.form ?? {}
    const body = { values: { note: 'of a delegate' }, hash: document?.hash ?? '' }
    expect((await second.call(taskCalls.complete, { params: { id }, body })).status).toBe(200)
    const after = await opened()
    expect(after?.basis?.revision).not.toBe(before?.basis?.revision)
    expect(after).toMatchObject({
      values: { note: 'of a delegate' },
      basis: { changedAt: clock().toISOString() },
      draft: { values: { note: 'mine' }, basis: before?.basis?.revision },
    })
  })
})
