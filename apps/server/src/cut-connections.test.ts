import { process } from '@millrace/bpmn/builder'
import { fileCalls, processCalls, taskCalls } from '@millrace/contract'
import { createApiToken, createTestApp, createTestClient, createUser } from '@millrace/server/testing'
import { afterAll, expect, it } from 'vitest'
import { runClaimedJob } from './jobs/run-job.ts'
import { claimAll } from './jobs/testing/claim-all.ts'
import { multipart } from './runtime/testing/multipart.ts'
import { createScenario } from './runtime/testing/scenario.ts'
import { type MessageProxy, openMessageProxy, type Side } from './testing/message-proxy.ts'
import { openWorkplaceRows, type Rows } from './testing/workplace-rows.ts'

let way: MessageProxy | undefined
const { app, db, admin, clock, runtime, workplaceId } = await createTestApp({
  connectBy: async (connectionString) => {
    way = await openMessageProxy(connectionString)
    return way.connectionString
  },
})
const proxy = way as unknown as MessageProxy
afterAll(() => proxy.close())

const scenario = await createScenario(runtime, workplaceId)
const user = await createUser(db, { workplaceId, username: 'ada', roles: ['RoleUser'], groups: ['cooks'] })
const authorization = `Bearer ${await createApiToken(db, user)}`
const client = createTestClient(app)
const cooking = await scenario.deploy(
  process('cooking', { 'camunda:candidateStarterGroups': 'cooks' })
    .start()
    .userTask('shop', { 'camunda:assignee': 'ada' })
    .serviceTask('cook', {
      'camunda:asyncBefore': true,
      'camunda:expression': '${1}',
      'camunda:resultVariable': 'pots',
    })
    .userTask('serve', { 'camunda:assignee': 'ada' })
    .end()
    .toXml(),
)
const allRows = await openWorkplaceRows(admin, { without: ['last_login_at', 'last_used_at'] })

/** The program writes these before and after an operation; pieces of an upload wait there for the clean-up. */
const ownTables: ReadonlySet<string> = new Set(['idempotency_key', 'upload_piece'])

/** `npm run soak` cuts at each message, `npm test` at some of them. */
const step = globalThis.process.env.MILLRACE_SOAK === '1' ? 1 : 23

type Answer = { readonly status: number; readonly body?: unknown; readonly error?: { readonly code?: string } }

/** An operation of which one carries out a part twice without harm: `repeat` is what a client or worker does later. */
interface Operation {
  act(): Promise<Answer>
  repeat(): Promise<Answer>
}

let lastKey = 0
const newHeaders = () => ({ authorization, 'idempotency-key': `cut-connection-${++lastKey}` })

/** A request that is sent again under its key. */
function requested(send: (headers: Readonly<Record<string, string>>) => Promise<Answer>): Operation {
  const headers = newHeaders()
  return {
    act: () => send(headers),
    repeat: () => {
      // The server that held the key could not say that it failed.
      clock.advance({ seconds: 31 })
      return send(headers)
    },
  }
}

async function openTask(): Promise<string> {
  const instanceId = await scenario.start(cooking, { userId: user.id })
  const { rows } = await admin.query('select id from task where instance_id = $1', [instanceId])
  return rows[0].id
}

/** Opens the form of a task, as a browser does before it completes the task. */
async function openCompletion(): Promise<(headers: Readonly<Record<string, string>>) => Promise<Answer>> {
  const params = { id: await openTask() }
  const { body } = await client.call(taskCalls.get, { params, headers: { authorization } })
  const hash = body.form?.document.hash ?? ''
  return (headers) => client.call(taskCalls.complete, { params, body: { values: {}, hash }, headers })
}

function upload(content: Buffer): Operation {
  const { headers: type, payload } = multipart([{ name: 'note.txt', content, type: 'text/plain' }])
  return requested((headers) =>
    client.send({ method: 'POST', url: `/api${fileCalls.upload.path}`, payload, headers: { ...type, ...headers } }),
  )
}

/** Claims all that is due, and carries it out. */
async function work(workerId: string): Promise<Answer> {
  try {
    for (const job of await claimAll(db, clock(), { workerId })) await runClaimedJob(jobContext, job)
    return { status: 200 }
  } catch {
    return { status: 503 }
  }
}
const jobContext = {
  runtime,
  services: { http: () => Promise.reject(new Error()), mail: () => Promise.reject(new Error()) },
}

const operations: Readonly<Record<string, () => Promise<Operation>>> = {
  'a start': async () => {
    const params = { id: cooking.id }
    const { body } = await client.call(processCalls.startForm, { params, headers: { authorization } })
    const { hash } = body.form.document
    return requested((headers) => client.call(processCalls.start, { params, body: { values: {}, hash }, headers }))
  },
  'a completed task': async () => requested(await openCompletion()),
  'an upload': async () => upload(Buffer.from('A note.')),
  'a large upload': async () => upload(Buffer.alloc(1_500_000, 'x')),
  'a job': async () => {
    const complete = await openCompletion()
    await complete(newHeaders())
    const workerId = `worker ${++lastKey}`
    return {
      act: () => work(workerId),
      repeat: () => {
        // The lease of the first worker runs out.
        clock.advance({ seconds: 61 })
        return work(`${workerId} again`)
      },
    }
  },
}

/** By how many rows each table grew, and which were only changed. */
function changesBetween(before: Rows, after: Rows): Readonly<Record<string, string>> {
  const changes: Record<string, string> = {}
  for (const [name, rows] of after) {
    const old = before.get(name) ?? []
    if (ownTables.has(name) || rows === old) continue
    const known = new Set(old)
    const kept = rows.filter((row) => known.has(row)).length
    if (kept !== rows.length || kept !== old.length) changes[name] = `+${rows.length - kept} -${old.length - kept}`
  }
  return changes
}

/** Does something while the database is cut off, and returns what has changed once PostgreSQL knows it too. */
async function changesOf(act: () => Promise<Answer>) {
  const before = await allRows.read(workplaceId)
  const answer = await act()
  await proxy.restore()
  return { ...answer, changes: changesBetween(before, await allRows.read(workplaceId)) }
}

it.each(Object.entries(operations))(
  '%s whose connection is cut after any message is done or not, and once when it is repeated',
  { timeout: step === 1 ? 3_600_000 : 120_000 },
  async (_, prepare) => {
    // Once for what is remembered from then on, and once for what it does each time.
    await (await prepare()).act()
    const { act } = await prepare()
    const counted = { program: proxy.count('program'), server: proxy.count('server') }
    const whole = await changesOf(async () => {
      const answer = await act()
      counted.program = proxy.count('program') - counted.program
      counted.server = proxy.count('server') - counted.server
      return answer
    })
    expect(whole.status).toBe(200)
    expect(Object.keys(whole.changes).length).toBeGreaterThan(0)

    const seen = { done: 0, undone: 0, doneWithoutAnswer: 0 }
    /** The last cut of the server's messages by which nothing was done, and the first by which all was. */
    let [undone, done] = [0, counted.server]
    const cutAt = async (side: Side, messages: number) => {
      const at = [side, messages] as const
      const operation = await prepare()
      // So that a connection is open.
      await db.readPlatform((tx) => tx.batch([{ name: 'ping', text: 'select 1', values: [] }]))
      const before = await allRows.read(workplaceId)
      proxy.cut(messages, side)
      const { status, body, changes } = await changesOf(operation.act)
      const isDone = Object.keys(withoutLeases(changes)).length > 0
      if (isDone) expect([at, changes]).toEqual([at, whole.changes])
      else expect([at, status]).not.toEqual([at, 200])
      if (isDone) seen.done++
      else seen.undone++
      if (isDone && status !== 200) seen.doneWithoutAnswer++
      if (side === 'server' && isDone) done = Math.min(done, messages)
      if (side === 'server' && !isDone) undone = Math.max(undone, messages)

      const again = await operation.repeat()
      // Where the answer could not be kept, the key still knows that something was done.
      const isUnanswered = isDone && again.status === 409
      if (isUnanswered) expect([at, again.error?.code]).toEqual([at, 'request.interrupted'])
      else expect([at, again.status]).toEqual([at, 200])
      if (status === 200 && !isUnanswered) expect([at, again.body]).toEqual([at, body])
      expect([at, changesBetween(before, await allRows.read(workplaceId))]).toEqual([at, whole.changes])
      // Files are compared byte by byte.
      await admin.query('delete from stored_file')
    }
    for (const side of sides) for (const messages of listCuts(counted[side])) await cutAt(side, messages)
    // Messages after the answer are counted too, as many as arrive in time, and those of a large upload come in other
    // portions each time: the commit is somewhere around the last that is not done and the first that is.
    const [from, to] = [Math.max(1, Math.min(undone, done) - 1), Math.max(undone, done) + 4]
    for (let round = 0; round < 4; round++)
      for (let messages = from; seen.doneWithoutAnswer === 0 && messages <= to; messages++)
        await cutAt('server', messages)
    expect(seen).toEqual({
      done: expect.toSatisfy((count: number) => count > 0),
      undone: expect.toSatisfy((count: number) => count > 0),
      doneWithoutAnswer: expect.toSatisfy((count: number) => count > 0),
    })
  },
)

/** A worker that is cut off holds its jobs until the lease ends: they are as before then. */
function withoutLeases(changes: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { job, ...rest } = changes
  return job === undefined || job === '+1 -1' ? rest : changes
}

const sides = ['program', 'server'] as const satisfies Side[]

/** The last messages always: the commit is often among them. */
function listCuts(count: number): number[] {
  const cuts = Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step)
  return [...new Set([...cuts, ...[4, 3, 2, 1].map((left) => Math.max(0, count - left))])].sort((a, b) => a - b)
}
