import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { process as model } from '@millrace/bpmn/builder'
import { createApiToken, createTestDatabase, createUser } from '@millrace/server/testing'
import { afterAll, expect, it } from 'vitest'
import { createTestRuntime, deployModel, start } from './runtime/testing/test-runtime.ts'
import { shortLease } from './testing/chaos-load.ts'
import { cloneInstances } from './testing/clone-instances.ts'
import { runServer, type ServerRun } from './testing/run-server.ts'

/** `npm run chaos -- batch 100000` */
const size = Number(process.env.MILLRACE_CHAOS_BATCH ?? 0)
const folder = mkdtempSync(join(tmpdir(), 'millrace-batch-'))
const servers: ServerRun[] = []

/** Instances that wait for a message. */
const waiting = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="test"><message id="paid" name="paid"/>
  <process id="many" isExecutable="true"><startEvent id="start"/><receiveTask id="wait" messageRef="paid"/><endEvent id="end"/>
  <sequenceFlow id="f1" sourceRef="start" targetRef="wait"/><sequenceFlow id="f2" sourceRef="wait" targetRef="end"/></process></definitions>`

afterAll(async () => {
  for (const { child, ended } of servers) {
    child.kill('SIGKILL')
    await ended()
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

it.skipIf(size === 0)(
  `a batch over ${size} instances changes each once, though its worker is killed and it is paused`,
  { timeout: 600_000 + size * 200 },
  async () => {
    const { db, admin, connectionString, workplaceId } = await createTestDatabase()
    const runtime = createTestRuntime(db)
    const actor = { workplaceId, userId: 'operator', cause: 'test' }
    const definitionId = await deployModel(runtime, actor, waiting)
    const tasks = await deployModel(runtime, actor, model('others').start().userTask('task').end().toXml())
    const { instanceId } = await start(runtime, actor, definitionId)
    await cloneInstances(admin, instanceId, size)
    const user = await createUser(db, { workplaceId, roles: ['RoleFullAPI', 'RoleProcessAdmin', 'RoleUser'] })
    const authorization = `Bearer ${await createApiToken(db, user)}`
    await admin.query(shortLease)
    const begin = (roles: 'web' | 'worker') => {
      const env = { DATABASE_URL: connectionString, MILLRACE_DATA: join(folder, roles), MILLRACE_ROLES: roles }
      const server = runServer({ env: { ...env, PORT: '0', LOG_LEVEL: 'warn', MILLRACE_SECRET: 'x'.repeat(40) } })
      servers.push(server)
      return server
    }
    const url = await begin('web').url()
    const call = async (method: string, path: string, body?: object) => {
      const answer = await fetch(`${url}/engine-rest${path}`, {
        method,
        headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      expect([path, answer.status < 300]).toEqual([path, true])
      const text = await answer.text()
      return text === '' ? null : JSON.parse(text)
    }

    const ordering = performance.now()
    const { id } = await call('POST', '/process-instance/variables-async', {
      processInstanceQuery: { processDefinitionKey: 'many' },
      variables: { changed: { value: 7, type: 'Integer' } },
    })
    console.log(`  ordered over ${size} instances in ${((performance.now() - ordering) / 1000).toFixed(1)} s`)
    const read = async () =>
      (await admin.query('select total, done, failed, state from batch where id = $1', [id])).rows[0] as {
        total: number
        done: number
        failed: number
        state: string
      }
    expect(Number((await read()).total)).toBe(size)

    // What others do meanwhile: they start instances, list and complete their tasks.
    const times: number[] = []
    let isOver = false
    const others = (async () => {
      while (!isOver) {
        const timed = async (method: string, path: string, body?: object) => {
          const since = performance.now()
          const answer = await call(method, path, body)
          times.push(performance.now() - since)
          return answer
        }
        const started = await timed('POST', `/process-definition/${tasks}/start`, {})
        const [task] = await timed('GET', `/task?processInstanceId=${started.id}`)
        await timed('POST', `/task/${task.id}/complete`, {})
        await sleep(50)
      }
    })()

    // As the autovacuum of a server does, which the databases of tests have not.
    const analyzing = (async () => {
      while (!isOver) {
        await admin.query('analyze')
        await sleep(15_000)
      }
    })()

    let worker = begin('worker')
    const memory: number[] = []
    const reach = async (share: number) => {
      for (;;) {
        const { done, state } = await read()
        if (worker.child.exitCode === null) memory.push(memoryOf(worker.child.pid))
        if (Number(done) >= share * size || state === 'done') return
        await sleep(100)
      }
    }
    const kill = async () => {
      worker.child.kill('SIGKILL')
      await worker.ended()
      worker = begin('worker')
    }
    const since = performance.now()
    const shares = Array.from({ length: 6 }, () => Math.random() * 0.6).sort((one, other) => one - other)
    for (const share of shares) {
      await reach(share)
      await kill()
    }
    await call('PUT', `/batch/${id}/suspended`, { suspended: true })
    await expect.poll(async () => isRunning(admin, id), { timeout: 60_000 }).toBe(false)
    const paused = await read()
    await kill()
    await worker.until(/Millrace/)
    expect((await read()).done).toBe(paused.done)
    await call('PUT', `/batch/${id}/suspended`, { suspended: false })
    await reach(0.7)
    memory.length = 0
    await reach(1)
    await expect.poll(async () => (await read()).state, { timeout: 120_000, interval: 200 }).toBe('done')
    isOver = true
    await others
    const seconds = (performance.now() - since) / 1000
    await analyzing
    times.sort((one, other) => one - other)
    const p99 = times[Math.floor(times.length * 0.99)] ?? 0
    const [first = 0, last = 0] = [memory[0], memory.at(-1)]
    console.log(
      `  ${(size / seconds).toFixed(0)} items/s; ${times.length} calls of others, p99 ${p99.toFixed(0)} ms; memory of the worker from 70 to 100 % of the items: ${(first / 1e6).toFixed(0)} to ${(last / 1e6).toFixed(0)} MB`,
    )
    const failed = await admin.query(`select position, code, message from batch_item where state = 'failed' limit 5`)
    const logs = failed.rows.length === 0 ? [] : servers.map(({ output }) => output().slice(-4000))
    expect([failed.rows, logs]).toEqual([[], []])
    expect(await read()).toMatchObject({ failed: 0, state: 'done' })
    expect(Number((await read()).done)).toBe(size)
    // Each instance was changed once: one revision of the variable, with one row of history.
    const { rows } = await admin.query(
      `select count(*)::int as changed, count(distinct v.instance_id)::int as instances, max(v.revision)::int as revision,
        (select count(*)::int from history_variable h where h.name = 'changed') as history from variable v where v.name = 'changed'`,
    )
    expect(rows[0]).toEqual({ changed: size, instances: size, revision: expect.any(Number), history: size })
    expect(last - first).toBeLessThan(96e6)
  },
)

/** Whether a worker holds the job of a batch. */
async function isRunning(
  admin: Awaited<ReturnType<typeof createTestDatabase>>['admin'],
  batchId: string,
): Promise<boolean> {
  const { rows } = await admin.query(
    'select locked_by is not null and locked_until > now() as is from job where id = $1',
    [batchId],
  )
  return rows[0]?.is === true
}

/** Resident memory of a process, in bytes; 0 when it has just ended. */
function memoryOf(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
