import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openSignals } from '../../apps/server/src/platform/db/signals.ts'
import { getProcess } from '../../apps/server/src/runtime/definitions/definitions.ts'
import { deploy } from '../../apps/server/src/runtime/deploy/deploy.ts'
import { executeStart } from '../../apps/server/src/runtime/execute/execute-command.ts'
import { createWorkplace } from '../../apps/server/src/testing/factories.ts'
import { runServer } from '../../apps/server/src/testing/run-server.ts'
import type { Bench, BenchContext } from './bench.ts'
import { median } from './measure.ts'
import { timeOfPostgres, timeOfProcess } from './processor-time.ts'

const ids = ['one', 'two', 'three', 'four']
const flows = ['start', ...ids, 'end'].slice(1).map((id, index) => [['start', ...ids][index], id])
const model = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="bench">
  <process id="steps" isExecutable="true"><startEvent id="start"/><endEvent id="end"/>
    ${ids.map((id) => `<serviceTask id="${id}" camunda:asyncBefore="true" camunda:expression="\${1}"/>`).join('')}
    ${flows.map(([from, to]) => `<sequenceFlow id="${from}-${to}" sourceRef="${from}" targetRef="${to}"/>`).join('')}</process></definitions>`

/** Instances of four jobs each, for each round. */
const instances = Number(process.env.JOBS ?? 1500)
const rounds = 3

/** What the same jobs took. */
interface Taken {
  readonly seconds: number
  /** Seconds of processor time. */
  readonly postgres: number
  readonly workers: number
}

/**
 * Measures how much faster a second worker process makes the same jobs, and the processor time of workers and
 * PostgreSQL, which shows the bottleneck on this machine.
 */
export const workersBench: Bench = {
  name: 'workers',
  says: `${instances} instances of four asynchronous steps by one and by two worker processes, with the processor time of the workers and of PostgreSQL`,
  run: async (context) => {
    const workplaceId = await createWorkplace(context.runtime.db, { reference: 'bench-workers' })
    const own = { ...context, actor: { ...context.actor, workplaceId } }
    const definitionId = await deployModel(own)
    const taken: Record<string, Taken[]> = { one: [], two: [] }
    for (let round = 0; round < rounds; round++)
      for (const [name, count] of [
        ['one', 1],
        ['two', 2],
      ] as const)
        taken[name]?.push(await measure(own, definitionId, count))
    const cores = availableParallelism()
    for (const [name, all] of Object.entries(taken)) {
      const of = (read: (one: Taken) => number) => median(all.map(read))
      const perJob = (read: (one: Taken) => number) => ((of(read) / instances / ids.length) * 1000).toFixed(2)
      console.log(
        `  ${name}: ${((instances * ids.length) / of((one) => one.seconds)).toFixed(0)} jobs/s; processor time of a job: workers ${perJob((one) => one.workers)} ms, PostgreSQL ${perJob((one) => one.postgres)} ms; together ${of((one) => (one.workers + one.postgres) / one.seconds).toFixed(2)} of ${cores} processors`,
      )
    }
    const ratios = (taken.two ?? []).map((two, round) => (taken.one?.[round]?.seconds ?? Number.NaN) / two.seconds)
    const used = median((taken.one ?? []).map((one) => (one.workers + one.postgres) / one.seconds))
    const inPostgres = median((taken.two ?? []).map((two) => two.postgres / (two.workers + two.postgres)))
    console.log(`  two to one: ${median(ratios).toFixed(2)} (at least 1.6 where processors are left)`)
    console.log(
      `  by processor time at most ${(cores / used).toFixed(2)}, if nothing else runs: one worker and PostgreSQL use ${used.toFixed(2)} of ${cores} processors; of the time of two workers and PostgreSQL, ${(inPostgres * 100).toFixed(0)} % is PostgreSQL's`,
    )
  },
}

/** Lets worker processes carry out jobs that all become due at the same time. */
async function measure(context: BenchContext, definitionId: string, count: number): Promise<Taken> {
  let left = instances
  const lane = async () => {
    while (left-- > 0) await start(context, definitionId)
  }
  await Promise.all(Array.from({ length: 16 }, lane))
  await suspend(context, true)
  const folder = mkdtempSync(join(tmpdir(), 'millrace-bench-workers-'))
  const servers = Array.from({ length: count }, (_, index) =>
    runServer({
      env: {
        ...{ DATABASE_URL: context.url, MILLRACE_DATA: join(folder, String(index)), MILLRACE_ROLES: 'worker' },
        ...{ MILLRACE_SECRET: 'x'.repeat(40), LOG_LEVEL: 'warn' },
      },
    }),
  )
  const signals = await openSignals({ database: { connectionString: context.adminUrl } })
  try {
    for (const server of servers) await server.until(/Millrace is running jobs/)
    // Until they have started everything that a server does at its start.
    await sleep(3000)
    const workers = servers.map(({ child }) => timeOfProcess(child.pid ?? 0))
    const postgres = await timeOfPostgres(context.adminUrl)
    const read = () => ({ postgres: postgres.read(), workers: workers.reduce((sum, one) => sum + one.read(), 0) })
    await suspend(context, false)
    const before = read()
    const startedAt = performance.now()
    signals.send('jobs')
    while (await hasJobs(context)) await sleep(50)
    const seconds = (performance.now() - startedAt) / 1000
    const after = read()
    return {
      seconds,
      postgres: (after.postgres - before.postgres) / 1000,
      workers: (after.workers - before.workers) / 1000,
    }
  } finally {
    await signals.close()
    for (const { child, ended } of servers) {
      child.kill('SIGTERM')
      await ended()
    }
    rmSync(folder, { recursive: true, force: true })
  }
}

async function deployModel({ runtime, actor }: BenchContext): Promise<string> {
  const files = [{ name: 'steps.bpmn', bytes: Buffer.from(model) }]
  const answer = await deploy(runtime, actor, { name: 'bench', source: null, tenantId: null, files })
  if (!answer.ok) throw new Error(JSON.stringify(answer.problems))
  return answer.deployed.processes[0]?.id ?? ''
}

async function start({ runtime, actor }: BenchContext, id: string): Promise<void> {
  const definition = await runtime.db.read(actor, (tx) => getProcess(runtime, tx, actor.workplaceId, { by: 'id', id }))
  if (definition === null) throw new Error(`Expected definition ${id}, but there is none.`)
  const rest = { businessKey: null, variables: [], startElementId: null, tenantId: null }
  const answer = await executeStart(runtime, actor, {
    command: { type: 'startInstance', definition, instanceId: runtime.newId(), ...rest },
  })
  if (!answer.ok) throw new Error(JSON.stringify(answer))
}

async function suspend({ runtime, actor }: BenchContext, isSuspended: boolean): Promise<void> {
  const text = `update job set is_suspended = $2::bool where workplace_id = $1 and kind = 'before'`
  await runtime.db.withTransaction(actor, (tx) =>
    tx.commit([{ name: 'bench_suspend', text, values: [actor.workplaceId, String(isSuspended)] }]),
  )
}

async function hasJobs({ runtime, actor }: BenchContext): Promise<boolean> {
  const text = `select from job where workplace_id = $1 and kind = 'before' limit 1`
  const [rows] = await runtime.db.read(actor, (tx) =>
    tx.batch([{ name: 'bench_has_jobs', text, values: [actor.workplaceId] }]),
  )
  return (rows?.length ?? 0) > 0
}
