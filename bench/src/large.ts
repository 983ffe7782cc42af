import { setTimeout as sleep } from 'node:timers/promises'
import { getProcess } from '../../apps/server/src/runtime/definitions/definitions.ts'
import { deploy } from '../../apps/server/src/runtime/deploy/deploy.ts'
import { executeCommand, executeStart } from '../../apps/server/src/runtime/execute/execute-command.ts'
import { createStateCache, type StateCache } from '../../apps/server/src/runtime/execute/state-cache.ts'
import type { Bench, BenchContext } from './bench.ts'
import { createLongModel, crowd, many } from './large-models.ts'
import { median } from './measure.ts'
import { withWorker } from './with-worker.ts'

/** Measures the cost of a step in a big instance, compared with the same step in a small one. */
export const openElementsBench: Bench = {
  name: 'open-elements',
  says: 'one step in an instance with 10,000 open elements to the same with 10',
  run: (base) =>
    withWorker(base, async (context) => {
      const definitionId = await deployOne(context, 'crowd.bpmn', crowd)
      const forgetful = withStates(context, createStateCache({ roots: 0, rows: 0, text: 0 }))
      for (const [what, before, after] of [
        ['as it runs by default (at most 1.5)', context, context],
        ['begun before a restart', forgetful, withStates(context, createStateCache())],
        ['no rows in memory, loaded at each step', forgetful, forgetful],
      ] as const) {
        console.log(`  ${what}:`)
        const small = await startCrowds(before, definitionId, { instances: 40, count: 10 })
        const large = await startCrowds(before, definitionId, { instances: 1, count: 10_000 })
        await analyse(context)
        for (const [name, step] of steps) {
          await printRatio(
            name,
            () => step(after, small),
            () => step(after, large),
          )
        }
      }
    }),
}

function withStates(context: BenchContext, states: StateCache): BenchContext {
  return { ...context, runtime: { ...context.runtime, states } }
}

export const multiInstanceBench: Bench = {
  name: 'multi-instance',
  says: 'a parallel multi-instance activity of 10,000 tasks, created and completed one after the other',
  run: (base) =>
    withWorker(base, async (context) => {
      const definitionId = await deployOne(context, 'many.bpmn', many)
      const count = 10_000
      const began = performance.now()
      const rootId = await start(context, definitionId, count)
      const tasks = await listAll(context, rootId, count)
      const created = performance.now() - began
      await analyse(context)
      const times: number[] = []
      for (const id of tasks) times.push((await timed(() => complete(context, id)))[1])
      const completed = times.reduce((sum, one) => sum + one, 0)
      if ((await listTasks(context, rootId, 'each')).length > 0)
        throw new Error('Expected all tasks to be completed, but some are left.')
      const [first, last] = [median(times.slice(0, 1000)), median(times.slice(-1000))]
      console.log(
        `  created in ${seconds(created)}, completed in ${seconds(completed)}, together ${seconds(created + completed)} (under 60 s)`,
      )
      console.log(`  one of the first thousand to one of the last: ${(first / last).toFixed(2)}`)
    }),
}

export const longModelBench: Bench = {
  name: 'long-model',
  says: 'a model of 500 elements with expressions, read, checked and deployed',
  run: async (context) => {
    const [large, small] = [createLongModel(500), createLongModel(50)]
    const times = { large: [] as number[], small: [] as number[] }
    for (let round = 0; round < 9; round++) {
      times.large.push((await timed(() => deployOne(context, 'long.bpmn', large)))[1])
      times.small.push((await timed(() => deployOne(context, 'long.bpmn', small)))[1])
    }
    console.log(`  the first time ${seconds(times.large[0] ?? 0)}, then ${seconds(median(times.large))} (under 1 s)`)
    console.log(`  to a model of 50 elements: ${(median(times.large) / median(times.small)).toFixed(1)}`)
  },
}

/** Instances of one size that take turns, so that those with 10 open elements keep about as many. */
interface Crowds {
  readonly instanceIds: readonly string[]
  /** Open tasks by instance. */
  readonly inside: readonly string[][]
  /** The task that comes again, by instance. */
  readonly beside: string[]
  turn: number
}

async function startCrowds(
  context: BenchContext,
  definitionId: string,
  { instances, count }: { instances: number; count: number },
): Promise<Crowds> {
  const instanceIds: string[] = []
  const inside: string[][] = []
  const beside: string[] = []
  for (let index = 0; index < instances; index++) {
    const id = await start(context, definitionId, count)
    instanceIds.push(id)
    inside.push(await listAll(context, id, count))
    beside.push(...(await listTasks(context, id, 'beside')))
  }
  return { instanceIds, inside, beside, turn: 0 }
}

/** Gives the milliseconds that it took. */
type Step = (context: BenchContext, crowds: Crowds) => Promise<number>

const steps: readonly (readonly [what: string, step: Step])[] = [
  [
    'a task beside them is completed',
    async (context, crowds) => {
      const { index } = nextOf(crowds)
      const [next, ms] = await timed(() => complete(context, crowds.beside[index] ?? ''))
      if (next !== null) crowds.beside[index] = next
      return ms
    },
  ],
  [
    'one of them is completed',
    async (context, crowds) => {
      const id = nextOf(crowds).inside.pop() ?? ''
      return (await timed(() => complete(context, id)))[1]
    },
  ],
  [
    'a variable of the process is set',
    async (context, crowds) => {
      const { instanceId } = nextOf(crowds)
      return (await timed(() => setNote(context, instanceId, `note ${crowds.turn}`)))[1]
    },
  ],
]

function nextOf(crowds: Crowds): { index: number; instanceId: string; inside: string[] } {
  const index = crowds.turn++ % crowds.instanceIds.length
  return { index, instanceId: crowds.instanceIds[index] ?? '', inside: crowds.inside[index] ?? [] }
}

async function setNote({ runtime, actor }: BenchContext, instanceId: string, text: string): Promise<void> {
  const set = [{ name: 'note', value: { type: 'String', value: text, info: null } }]
  const target = { by: 'instance', id: instanceId } as const
  const command = { type: 'setVariables', scopeId: instanceId, instanceId, set, remove: [], isLocal: false } as const
  if (!(await executeCommand(runtime, actor, { target, command })).ok) throw new Error('Expected a variable to be set.')
}

/** In turns, so that a slow minute hits both. */
async function printRatio(what: string, small: () => Promise<number>, large: () => Promise<number>): Promise<void> {
  const times = { small: [] as number[], large: [] as number[] }
  for (let round = 0; round < 120; round++) {
    times.small.push(await small())
    times.large.push(await large())
  }
  const [a, b] = [median(times.small), median(times.large)]
  console.log(`    ${what}: ${b.toFixed(2)} ms to ${a.toFixed(2)} ms, ratio ${(b / a).toFixed(2)}`)
}

/** Deploys one file. Returns the id of its process. */
export async function deployOne({ runtime, actor }: BenchContext, name: string, xml: string): Promise<string> {
  const files = [{ name, bytes: Buffer.from(xml) }]
  const answer = await deploy(runtime, actor, { name: 'bench', source: null, tenantId: null, files })
  if (!answer.ok) throw new Error(JSON.stringify(answer.problems.slice(0, 5)))
  return answer.deployed.processes[0]?.id ?? ''
}

/** Starts an instance with the variable `count`. Returns its id. */
export async function start({ runtime, actor }: BenchContext, definitionId: string, count: number): Promise<string> {
  const definition = await runtime.db.read(actor, (tx) =>
    getProcess(runtime, tx, actor.workplaceId, { by: 'id', id: definitionId }),
  )
  if (definition === null) throw new Error('Expected the definition that was deployed, but it is gone.')
  const instanceId = runtime.newId()
  const answer = await executeStart(runtime, actor, {
    command: {
      type: 'startInstance',
      definition,
      instanceId,
      businessKey: null,
      variables: [{ name: 'count', value: { type: 'Integer', value: count, info: null } }],
      startElementId: null,
      tenantId: null,
    },
  })
  if (!answer.ok) throw new Error(JSON.stringify(answer))
  return instanceId
}

/** @returns the task that came of it, if one did. */
async function complete({ runtime, actor }: BenchContext, taskId: string): Promise<string | null> {
  const command = { type: 'completeTask', taskId, variables: [] } as const
  const answer = await executeCommand(runtime, actor, { target: { by: 'task', id: taskId }, command })
  if (!answer.ok) throw new Error(JSON.stringify(answer))
  const created = answer.events.find((event) => event.type === 'taskCreated')
  return created?.type === 'taskCreated' ? created.task.id : null
}

async function listTasks({ runtime, actor }: BenchContext, rootId: string, key: string): Promise<string[]> {
  const [rows] = await runtime.db.read(actor, (tx) =>
    tx.commit([
      {
        name: 'bench_tasks',
        text: 'select id from task where workplace_id = $1 and root_id = $2 and task_key = $3',
        values: [actor.workplaceId, rootId, key],
      },
    ]),
  )
  return (rows ?? []).map(([id]) => id as string)
}

/** The tasks of all runs, which jobs make in portions where there are many. @throws Error after a minute. */
async function listAll(context: BenchContext, rootId: string, count: number): Promise<string[]> {
  const until = performance.now() + 60_000
  for (;;) {
    const tasks = await listTasks(context, rootId, 'each')
    if (tasks.length === count) return tasks
    if (performance.now() > until) throw new Error(`Expected ${count} tasks, but there are ${tasks.length}.`)
    await sleep(20)
  }
}

/** Does the work that autovacuum would do within a minute or two. */
async function analyse({ runtime }: BenchContext): Promise<void> {
  await runtime.db.pool.query('analyze')
}

async function timed<T>(run: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now()
  const value = await run()
  return [value, performance.now() - began]
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`
}
