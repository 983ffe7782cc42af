import { setTimeout as sleep } from 'node:timers/promises'
import { getProcess } from '../../apps/server/src/runtime/definitions/definitions.ts'
import { deploy } from '../../apps/server/src/runtime/deploy/deploy.ts'
import { executeStart } from '../../apps/server/src/runtime/execute/execute-command.ts'
import { createWorkplace } from '../../apps/server/src/testing/factories.ts'
import type { Bench, BenchContext } from './bench.ts'
import { median } from './measure.ts'
import { timeOfPostgres } from './processor-time.ts'
import { withWorker } from './with-worker.ts'

const model = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="bench">
  <process id="immediate" isExecutable="true"><startEvent id="s"/><serviceTask id="work" camunda:asyncBefore="true" camunda:expression="\${1}"/><endEvent id="e"/>
    <sequenceFlow id="f" sourceRef="s" targetRef="work"/><sequenceFlow id="g" sourceRef="work" targetRef="e"/></process>
  <process id="timers" isExecutable="true"><startEvent id="a"/><intermediateCatchEvent id="later"><timerEventDefinition><timeDuration>PT1S</timeDuration></timerEventDefinition></intermediateCatchEvent><endEvent id="z"/>
    <sequenceFlow id="h" sourceRef="a" targetRef="later"/><sequenceFlow id="i" sourceRef="later" targetRef="z"/></process>
  <process id="three" isExecutable="true"><startEvent id="b"/>${chain('b', 'one', 'two', 'six', 'y')}<endEvent id="y"/>
    ${['one', 'two', 'six'].map((id) => `<serviceTask id="${id}" camunda:asyncBefore="true" camunda:expression="\${1}"/>`).join('')}</process></definitions>`

function chain(...ids: readonly string[]): string {
  return ids
    .slice(1)
    .map((id, index) => `<sequenceFlow id="to-${id}" sourceRef="${ids[index]}" targetRef="${id}"/>`)
    .join('')
}

/** Jobs of each kind. `JOBS=1000 npm run bench -- jobs` is enough for a first look. */
const count = Number(process.env.JOBS ?? 10_000)

export const jobsBench: Bench = {
  name: 'jobs',
  says: `one and three asynchronous steps on an idle server from start to end, what a job costs PostgreSQL, and ${count} due timers beside as many immediate jobs`,
  run: async (base) => {
    // A row of its own: jobs of a workplace that is not open are given back, and wait.
    const workplaceId = await createWorkplace(base.runtime.db, { reference: 'bench-jobs' })
    const context = { ...base, actor: { ...base.actor, workplaceId } }
    const [immediate = '', timers = '', three = ''] = await deployBoth(context)
    await withWorker(context, async (idle) => {
      const once = await timesOf(idle, immediate)
      const thrice = await timesOf(idle, three)
      console.log(`  asynchronous step, idle: median ${median(once).toFixed(1)} ms (at most 20 on an idle machine)`)
      console.log(`  three of them, idle: median ${median(thrice).toFixed(1)} ms (at most 12 on an idle machine)`)
    })
    const costs = await costsOf(context, { immediate, three })
    console.log(
      `  PostgreSQL per job: ${costs.map((cost) => cost.toFixed(2)).join(', ')} ms of processor time (at most 1.0)`,
    )
    const rates = { immediate: await rateOf(context, immediate), timers: await rateOf(context, timers) }
    for (const [name, rate] of Object.entries(rates))
      console.log(`  ${name.padEnd(10)} ${rate.toFixed(0).padStart(6)} jobs/s`)
    console.log(`  due timers to immediate jobs: ${(rates.timers / rates.immediate).toFixed(2)} (at least 0.5)`)
  },
}

/** The times of instances from start to end on a server that does nothing else, in ms. */
async function timesOf(idle: BenchContext, definitionId: string): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < 50; round++) {
    await sleep(30)
    const startedAt = performance.now()
    const id = await start(idle, definitionId)
    while (await isRunning(idle, id)) await sleep(1)
    times.push(performance.now() - startedAt)
  }
  return times
}

/**
 * The processor time of PostgreSQL for a job, in ms, in rounds: what instances of three steps cost more than those of
 * one, by two jobs.
 */
async function costsOf(
  context: BenchContext,
  { immediate, three }: { readonly immediate: string; readonly three: string },
): Promise<number[]> {
  const postgres = await timeOfPostgres(context.adminUrl)
  const instances = 300
  const costs: number[] = []
  await withWorker(context, async (working) => {
    const costOf = async (definitionId: string) => {
      const before = postgres.read()
      let left = instances
      const lane = async () => {
        while (left-- > 0) await start(working, definitionId)
      }
      await Promise.all(Array.from({ length: 4 }, lane))
      while (await hasJobs(working)) await sleep(50)
      return (postgres.read() - before) / instances
    }
    await costOf(three)
    for (let round = 0; round < 3; round++) {
      const one = await costOf(immediate)
      costs.push(((await costOf(three)) - one) / 2)
    }
  })
  return costs
}

/** Creates jobs without a worker, waits until all are due, and returns how many a worker runs per second. */
async function rateOf(context: BenchContext, definitionId: string): Promise<number> {
  let left = count
  const lane = async () => {
    while (left-- > 0) await start(context, definitionId)
  }
  await Promise.all(Array.from({ length: 16 }, lane))
  await sleep(1500)
  const startedAt = performance.now()
  await withWorker(context, async (working) => {
    while (await hasJobs(working)) await sleep(50)
  })
  return count / ((performance.now() - startedAt) / 1000)
}

async function deployBoth({ runtime, actor }: BenchContext): Promise<readonly string[]> {
  const files = [{ name: 'jobs.bpmn', bytes: Buffer.from(model) }]
  const answer = await deploy(runtime, actor, { name: 'bench', source: null, tenantId: null, files })
  if (!answer.ok) throw new Error(JSON.stringify(answer.problems))
  // In the order of the file.
  return answer.deployed.processes.map(({ id }) => id)
}

async function start({ runtime, actor }: BenchContext, id: string): Promise<string> {
  const definition = await runtime.db.read(actor, (tx) => getProcess(runtime, tx, actor.workplaceId, { by: 'id', id }))
  if (definition === null) throw new Error(`Expected definition ${id}, but there is none.`)
  const instanceId = runtime.newId()
  const rest = { businessKey: null, variables: [], startElementId: null, tenantId: null }
  const answer = await executeStart(runtime, actor, {
    command: { type: 'startInstance', definition, instanceId, ...rest },
  })
  if (!answer.ok) throw new Error(JSON.stringify(answer))
  return instanceId
}

function isRunning(context: BenchContext, id: string): Promise<boolean> {
  return exists(context, 'select from instance where workplace_id = $1 and id = $2 limit 1', [id])
}

function hasJobs(context: BenchContext): Promise<boolean> {
  return exists(
    context,
    `select from job where workplace_id = $1 and kind in ('before', 'timer') and retries > 0 limit 1`,
    [],
  )
}

async function exists({ runtime, actor }: BenchContext, text: string, values: readonly string[]): Promise<boolean> {
  return runtime.db.read(actor, async (tx) => {
    const [rows] = await tx.batch([{ name: `bench_${values.length}`, text, values: [actor.workplaceId, ...values] }])
    return (rows?.length ?? 0) > 0
  })
}
