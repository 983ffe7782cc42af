import pg from 'pg'
import type { Actor } from '../../apps/server/src/platform/db/actor.ts'
import { getProcess } from '../../apps/server/src/runtime/definitions/definitions.ts'
import { deploy } from '../../apps/server/src/runtime/deploy/deploy.ts'
import { executeCommand, executeStart } from '../../apps/server/src/runtime/execute/execute-command.ts'
import { createStateCache } from '../../apps/server/src/runtime/execute/state-cache.ts'
import type { CommandAnswer } from '../../apps/server/src/runtime/execute/unit-of-work.ts'
import type { Runtime } from '../../apps/server/src/runtime/runtime.ts'
import type { Bench } from './bench.ts'
import { createHandMade } from './hand-made.ts'
import { compare, median, perSecond, ratio } from './measure.ts'
import { createPeer } from './peer.ts'
import { twoTasks, twoTasksForPeer } from './two-tasks-model.ts'

const tables = [
  'instance',
  'element',
  'variable',
  'task',
  'history_instance',
  'history_element',
  'history_task',
  'history_variable',
  'history_fact',
  'instance_listing',
]

export const twoTasksBench: Bench = {
  name: 'two-tasks',
  says: 'instances per second of start, two user tasks with a condition between, end; full history, durable commits, 16 at a time',
  run: async ({ runtime, actor, adminUrl }) => {
    const peerPool = new pg.Pool({ connectionString: adminUrl, max: 16 })
    // Its connections may still be closing when the server stops.
    peerPool.on('error', () => {})
    try {
      await measure(runtime, actor, peerPool)
    } finally {
      await peerPool.end()
    }
  },
}

async function measure(runtime: Runtime, actor: Actor, peerPool: pg.Pool): Promise<void> {
  const { pool } = runtime.db
  const { workplaceId } = actor
  const answer = await deploy(runtime, actor, {
    name: 'bench',
    source: null,
    tenantId: null,
    files: [{ name: 'two-tasks.bpmn', bytes: Buffer.from(twoTasks) }],
  })
  if (!answer.ok) throw new Error(JSON.stringify(answer.problems))
  const definitionId = answer.deployed.processes[0]?.id ?? ''
  const engine = await createEngineRun(runtime, actor, definitionId)
  const { run: hand } = createHandMade(pool, workplaceId, definitionId, runtime.newId)
  await assertSameRows(pool, workplaceId, engine, hand)
  const loading = await createEngineRun(
    { ...runtime, states: createStateCache({ roots: 0, rows: 0, text: 0 }) },
    actor,
    definitionId,
  )
  const peer = await createPeer(peerPool, twoTasksForPeer)

  const results = await compare(
    {
      engine: () => perSecond(16, 2500, engine),
      loading: () => perSecond(16, 2500, loading),
      hand: () => perSecond(16, 2500, hand),
      peer: () => perSecond(16, 2500, peer),
    },
    5,
  )
  for (const [name, values] of Object.entries(results))
    console.log(`  ${name.padEnd(8)} ${median(values).toFixed(0).padStart(6)} instances/s`)
  console.log(
    `  engine to hand-made SQL with the same rows in two batches: ${ratio(results, 'engine', 'hand').toFixed(2)} (at least 0.8)`,
  )
  console.log(
    `  the same, when it keeps no rows in memory and loads at each step: ${ratio(results, 'loading', 'hand').toFixed(2)}`,
  )
  console.log(
    `  engine to bpmn-engine with its state saved after each step: ${ratio(results, 'engine', 'peer').toFixed(1)} (at least 10)`,
  )
}

export async function createEngineRun(
  runtime: Runtime,
  actor: Actor,
  definitionId: string,
): Promise<() => Promise<void>> {
  const definition = await runtime.db.read(actor, (tx) =>
    getProcess(runtime, tx, actor.workplaceId, { by: 'id', id: definitionId }),
  )
  if (definition === null) throw new Error('not deployed')
  const integer = (name: string, value: number) => ({ name, value: { type: 'Integer', value, info: null } })
  return async () => {
    const instanceId = runtime.newId()
    const started = await executeStart(runtime, actor, {
      command: {
        type: 'startInstance',
        definition,
        instanceId,
        businessKey: null,
        variables: [integer('amount', 500)],
        startElementId: null,
        tenantId: null,
      },
    })
    let answer: CommandAnswer = started
    for (const variables of [[integer('approved', 1)], []]) {
      const created = answer.ok ? answer.events.find((event) => event.type === 'taskCreated') : undefined
      if (created?.type !== 'taskCreated') throw new Error(`Expected a task, but: ${JSON.stringify(answer)}`)
      answer = await executeCommand(runtime, actor, {
        target: { by: 'task', id: created.task.id },
        command: { type: 'completeTask', taskId: created.task.id, variables },
      })
    }
    if (!answer.ok) throw new Error(JSON.stringify(answer))
  }
}

/** The comparison is only fair when both write the same rows: as many of each table, with the same columns filled. */
async function assertSameRows(
  pool: pg.Pool,
  workplaceId: string,
  engine: () => Promise<void>,
  hand: () => Promise<void>,
): Promise<void> {
  const before = await describeRows(pool, workplaceId)
  await engine()
  const between = await describeRows(pool, workplaceId)
  await hand()
  const after = await describeRows(pool, workplaceId)
  const [ofEngine, ofHand] = [difference(before, between), difference(between, after)]
  if (JSON.stringify(ofEngine) !== JSON.stringify(ofHand))
    throw new Error(`Expected the same rows of both, but: ${JSON.stringify({ ofEngine, ofHand }, null, 2)}`)
  const counts = tables.map((table) => `${table} ${ofEngine.filter((row) => row.startsWith(`${table}:`)).length}`)
  console.log(`  rows left by one instance, with the same columns filled: ${counts.join(', ')}`)
}

/** For each row its table and the columns that are not null. */
async function describeRows(pool: pg.Pool, workplaceId: string): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('app.workplace', $1, true)`, [workplaceId])
    const all: string[] = []
    for (const table of tables) {
      const { rows } = await client.query(`select * from ${table} where workplace_id = $1`, [workplaceId])
      for (const row of rows) all.push(`${table}: ${Object.keys(row).filter((key) => row[key] !== null)}`)
    }
    await client.query('commit')
    return all.sort()
  } finally {
    client.release()
  }
}

function difference(before: readonly string[], after: readonly string[]): string[] {
  const rest = [...after]
  for (const row of before) rest.splice(rest.indexOf(row), 1)
  return rest
}
