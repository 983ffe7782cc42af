import { process } from '@millrace/bpmn/builder'
import { api, commentCalls, noticeCalls, writeMention } from '@millrace/contract'
import { createTestApp, createWorkplace, openStream, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { app, db, runtime, workplaceId, signIn, anonymous, admin } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const errand = await scenario.deploy(
  process('errand', { name: 'Errand' })
    .start()
    .userTask('run', { name: 'Run', 'camunda:assignee': '${who}', 'camunda:candidateGroups': 'talkers' })
    .end()
    .toXml(),
)

async function start(who: string | null, userId = 'starter'): Promise<{ instanceId: string; taskId: string }> {
  const instanceId = await scenario.start(errand, { userId, variables: { who } })
  const { rows } = await admin.query('select id from task where instance_id = $1', [instanceId])
  return { instanceId, taskId: rows[0].id }
}

const task = (id: string) => ({ of: 'task', id }) as const
const instance = (id: string) => ({ of: 'instance', id }) as const
const add = (client: TestClient, params: { of: 'task' | 'instance'; id: string }, message: string) =>
  client.call(commentCalls.add, { params, body: { message } })

async function mentionsOf(commentId: string): Promise<string[]> {
  const { rows } = await admin.query(
    'select u.username, m.told_at from comment_mention m join app_user u on u.workplace_id = m.workplace_id and u.id = m.user_id where comment_id = $1 order by 1',
    [commentId],
  )
  expect(rows.every(({ told_at }) => told_at !== null)).toBe(true)
  return rows.map(({ username }) => username)
}

describe('comments', () => {
  it('are written and read by a user who may read the task, and by nobody else', async () => {
    const [ann, ben, stranger] = [await signIn(), await signIn({ groups: ['talkers'] }), await signIn()]
    const { taskId } = await start(ann.user.username)
    expect((await anonymous().call(commentCalls.list, { params: task(taskId) })).status).toBe(401)
    expect((await add(ann, task(taskId), 'First')).status).toBe(200)
    expect((await add(ben, task(taskId), 'Second')).status).toBe(200)
    const { body } = await ann.call(commentCalls.list, { params: task(taskId) })
    expect(body).toMatchObject({
      total: 2,
      hasMore: false,
      items: [
        { message: 'Second', by: { username: ben.user.username }, canChange: false, editedAt: null },
        { message: 'First', by: { username: ann.user.username }, canChange: true, task: { id: taskId, name: 'Run' } },
      ],
    })
    for (const call of [commentCalls.list, commentCalls.files, commentCalls.findReaders])
      expect((await stranger.call(call, { params: task(taskId) })).error.code).toBe('thing.not-found')
    expect((await add(stranger, task(taskId), 'Let me in')).error.code).toBe('thing.not-found')
    for (const message of ['', '   ', 'x'.repeat(4_001)])
      expect((await add(ann, task(taskId), message)).status).toBe(400)
  })

  it('of an instance are those of its tasks and its own', async () => {
    const [ann, starter] = [await signIn(), await signIn()]
    const { taskId, instanceId } = await start(ann.user.username, starter.user.username)
    await add(ann, task(taskId), 'About the task')
    await add(starter, instance(instanceId), 'About all of it')
    const { body } = await starter.call(commentCalls.list, { params: instance(instanceId) })
    expect(body.items.map(({ message, task }) => [message, task?.name ?? null])).toEqual([
      ['About all of it', null],
      ['About the task', 'Run'],
    ])
    // Who started it may read the instance, and not the task of somebody else.
    expect((await starter.call(commentCalls.list, { params: task(taskId) })).status).toBe(404)
    // Who has the task reads there what was said about all of it.
    expect((await ann.call(commentCalls.list, { params: task(taskId) })).body.total).toBe(2)
    await ann.call(api.tasks.complete, {
      params: { id: taskId },
      body: await submission(ann, taskId),
    })
    // What was said stays when the task and the instance are over.
    expect((await starter.call(commentCalls.list, { params: instance(instanceId) })).body.total).toBe(2)
    expect((await add(ann, task(taskId), 'After the end')).status).toBe(200)
  })

  it('are changed and deleted by their authors and by process administrators', async () => {
    const [ann, ben] = [await signIn(), await signIn({ groups: ['talkers'] })]
    const operator = await signIn({ roles: ['RoleProcessAdmin'] })
    const { taskId } = await start(ann.user.username)
    const { id: commentId } = (await add(ann, task(taskId), 'Frist')).body
    const params = { ...task(taskId), commentId }
    expect((await ben.call(commentCalls.change, { params, body: { message: 'Mine' } })).error.code).toBe(
      'right.missing',
    )
    expect((await ben.call(commentCalls.remove, { params })).error.code).toBe('right.missing')
    expect((await ann.call(commentCalls.change, { params, body: { message: 'First' } })).status).toBe(204)
    const stranger = await signIn()
    for (const call of [commentCalls.remove, commentCalls.change])
      expect((await stranger.call(call, { params, body: { message: 'Mine' } })).error.code).toBe('thing.not-found')
    const { body } = await ben.call(commentCalls.list, { params: task(taskId) })
    expect(body.items).toMatchObject([{ message: 'First', editedAt: expect.any(String) }])
    expect((await operator.call(commentCalls.remove, { params })).status).toBe(204)
    expect((await ann.call(commentCalls.list, { params: task(taskId) })).body.items).toEqual([])
    expect((await ann.call(commentCalls.change, { params, body: { message: 'Again' } })).error.code).toBe(
      'thing.not-found',
    )
  })

  it('mention users who may read them, once each, and any other name is a word', async () => {
    const [ann, ben, stranger] = [
      await signIn(),
      await signIn({ groups: ['talkers'], firstName: 'Benedikt', lastName: 'Gast' }),
      await signIn(),
    ]
    const { taskId } = await start(ann.user.username)
    const at = ({ user }: { user: { username: string } }) => writeMention(user.username)
    const { id } = (await add(ann, task(taskId), `${at(ben)} and ${at(ben)} and ${at(stranger)} and @[nobody.at.all]`))
      .body
    expect(await mentionsOf(id)).toEqual([ben.user.username])
    const { body } = await ann.call(commentCalls.list, { params: task(taskId) })
    expect(body.items[0]?.mentions).toEqual([{ username: ben.user.username, displayName: 'Benedikt Gast' }])
    const params = { ...task(taskId), commentId: id }
    await ann.call(commentCalls.change, { params, body: { message: `Only me: ${at(ann)}` } })
    expect(await mentionsOf(id)).toEqual([ann.user.username])
    await ann.call(commentCalls.remove, { params })
    expect(await mentionsOf(id)).toEqual([])
  })

  it('on a task mention who reads them on the page of its instance, such as its starter, and lead there', async () => {
    const [ann, boss] = [await signIn(), await signIn({ firstName: 'Barbara', lastName: 'Boss' })]
    const { taskId, instanceId } = await start(ann.user.username, boss.user.username)
    const { body: found } = await ann.call(commentCalls.findReaders, { params: task(taskId), query: { q: 'barbara' } })
    expect(found.map(({ displayName }) => displayName)).toEqual(['Barbara Boss'])
    const { id } = (await add(ann, task(taskId), `${writeMention(boss.user.username)}, is this right?`)).body
    expect(await mentionsOf(id)).toEqual([boss.user.username])
    const notices = (await boss.call(noticeCalls.list)).body
    expect(notices.items.map(({ kind, thing }) => [kind, thing])).toEqual([
      ['mentioned', { kind: 'instance', id: instanceId }],
    ])
  })

  it('find people to mention by name among users who may read', async () => {
    const ann = await signIn()
    await signIn({ groups: ['talkers'], firstName: 'Quentin', lastName: 'Reader' })
    await signIn({ firstName: 'Quentin', lastName: 'Stranger' })
    const { taskId } = await start(ann.user.username)
    const { body } = await ann.call(commentCalls.findReaders, { params: task(taskId), query: { q: 'quentin' } })
    expect(body.map(({ displayName }) => displayName)).toEqual(['Quentin Reader'])
  })

  it('come a page at a time', async () => {
    const ann = await signIn()
    const { taskId } = await start(ann.user.username)
    await admin.query(
      `insert into task_comment (workplace_id, id, task_id, user_id, message, created_at)
        select $1, gen_random_uuid(), $2, 'ann', 'no ' || n, now() + n * interval '1 second' from generate_series(1, 60) n`,
      [workplaceId, taskId],
    )
    const first = (await ann.call(commentCalls.list, { params: task(taskId) })).body
    expect([first.items.length, first.total, first.hasMore, first.items[0]?.message]).toEqual([50, 60, true, 'no 60'])
    const before = first.items.at(-1)?.id ?? ''
    const second = (await ann.call(commentCalls.list, { params: task(taskId), query: { before } })).body
    expect([second.items.length, second.hasMore, second.items[0]?.message]).toEqual([10, false, 'no 10'])
  })

  it('are reported to users who look at the task', async () => {
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    const [ann, ben] = [await signIn(), await signIn({ groups: ['talkers'] })]
    const { taskId } = await start(ann.user.username)
    const stream = await openStream(ben, origin, { query: `?watch=task:${taskId}` })
    await stream.next()
    await add(ann, task(taskId), 'Look')
    expect(await stream.until(`task:${taskId}`)).toContain(`task:${taskId}`)
    await stream.close()
  })

  it('of another workplace are not there', async () => {
    const elsewhere = await createWorkplace(db, { reference: 'comments-elsewhere' })
    const there = await signIn({ workplaceId: elsewhere, roles: ['RoleAdmin', 'RoleUser'] })
    const ann = await signIn()
    const { taskId, instanceId } = await start(ann.user.username)
    const { id: commentId } = (await add(ann, task(taskId), 'Ours')).body
    for (const of of [task(taskId), instance(instanceId)]) {
      expect((await there.call(commentCalls.list, { params: of })).status).toBe(404)
      expect((await add(there, of, 'Theirs')).status).toBe(404)
      expect(
        (await there.call(commentCalls.change, { params: { ...of, commentId }, body: { message: 'x' } })).status,
      ).toBe(404)
    }
  })
})

describe('attachments', () => {
  const pdf = Buffer.from('%PDF-1.7 a letter')
  const multipart = (name: string, content: Buffer, type: string) => ({
    headers: { 'content-type': 'multipart/form-data; boundary=part' },
    payload: Buffer.concat([
      Buffer.from(
        `--part\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
      ),
      content,
      Buffer.from('\r\n--part--\r\n'),
    ]),
  })
  async function upload(client: TestClient, name = 'letter.pdf', content: Buffer = pdf): Promise<string> {
    const { body } = await client.send({
      method: 'POST',
      url: '/api/files',
      ...multipart(name, content, 'application/pdf'),
    })
    return (body as { id: string }).id
  }

  it('are files and links, which a user who may read the task may save', async () => {
    const [ann, ben, stranger] = [await signIn(), await signIn({ groups: ['talkers'] }), await signIn()]
    const { taskId, instanceId } = await start(ann.user.username)
    const fileId = await upload(ann)
    const attached = await ann.call(commentCalls.attach, { params: task(taskId), body: { fileId } })
    expect(attached.status).toBe(200)
    const link = { url: 'https://example.org/plan', name: 'The plan' }
    expect((await ben.call(commentCalls.attach, { params: task(taskId), body: link })).status).toBe(200)
    for (const [client, of] of [
      [ben, task(taskId)],
      [ben, instance(instanceId)],
    ] as const) {
      const { body } = await client.call(commentCalls.files, { params: of })
      expect(body).toMatchObject([
        { name: 'The plan', url: link.url, size: null, canDelete: true },
        { name: 'letter.pdf', url: null, size: pdf.length, canDelete: false, by: { username: ann.user.username } },
      ])
    }
    const params = { ...task(taskId), fileId: attached.body.id }
    const saved = await ben.call(commentCalls.download, { params })
    expect(saved.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': "attachment; filename*=UTF-8''letter.pdf",
    })
    expect((await stranger.call(commentCalls.download, { params })).status).toBe(404)
    // Another task, whoever may read it, does not hold it.
    const other = await start(ann.user.username)
    expect((await ann.call(commentCalls.download, { params: { ...params, id: other.taskId } })).status).toBe(404)
  })

  it('take a file once, from the user who uploaded it, under 10 MB as in forms, and only links that lead to pages', async () => {
    const [ann, ben] = [await signIn(), await signIn({ groups: ['talkers'] })]
    const { taskId } = await start(ann.user.username)
    const fileId = await upload(ann)
    expect((await ben.call(commentCalls.attach, { params: task(taskId), body: { fileId } })).status).toBe(404)
    expect((await ann.call(commentCalls.attach, { params: task(taskId), body: { fileId } })).status).toBe(200)
    expect((await ann.call(commentCalls.attach, { params: task(taskId), body: { fileId } })).status).toBe(404)
    const ofSize = (size: number) => upload(ann, 'large.pdf', Buffer.concat([pdf, Buffer.alloc(size - pdf.length)]))
    const allowed = await ofSize(10_485_759)
    expect((await ann.call(commentCalls.attach, { params: task(taskId), body: { fileId: allowed } })).status).toBe(200)
    const large = await ofSize(10_485_760)
    expect(
      (await ann.call(commentCalls.attach, { params: task(taskId), body: { fileId: large } })).error,
    ).toMatchObject({
      code: 'file.refused',
      message: 'Please select file with less than 10MB',
    })
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'no address'])
      expect((await ann.call(commentCalls.attach, { params: task(taskId), body: { url, name: 'x' } })).status).toBe(400)
  })

  it('of five that attach one file at once, to one task or to several, are one', async () => {
    const ann = await signIn()
    const places = [await start(ann.user.username), await start(ann.user.username)]
    const fileId = await upload(ann)
    const answers = await Promise.all(
      [0, 1, 0, 1, 0].map((which) =>
        ann.call(commentCalls.attach, { params: task(places[which]?.taskId ?? ''), body: { fileId } }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404])
    const { rows } = await admin.query('select id from task_attachment where file_id = $1', [fileId])
    expect(rows).toHaveLength(1)
  })

  it('are deleted with their file by the user who attached them, and by process administrators', async () => {
    const [ann, ben] = [await signIn(), await signIn({ groups: ['talkers'] })]
    const { taskId } = await start(ann.user.username)
    const fileId = await upload(ann)
    const { id } = (await ann.call(commentCalls.attach, { params: task(taskId), body: { fileId } })).body
    const params = { ...task(taskId), fileId: id }
    expect((await ben.call(commentCalls.detach, { params })).error.code).toBe('right.missing')
    expect((await ann.call(commentCalls.detach, { params })).status).toBe(204)
    expect((await ann.call(commentCalls.files, { params: task(taskId) })).body).toEqual([])
    expect((await admin.query('select 1 from stored_file where id = $1', [fileId])).rows).toEqual([])
  })
})

async function submission(client: TestClient, id: string) {
  const { body } = await client.call(api.tasks.get, { params: { id } })
  return { values: {}, hash: body.form?.document.hash ?? '' }
}
