import pg from 'pg'
import { getProcess } from '../../apps/server/src/runtime/definitions.ts'
import { deploy } from '../../apps/server/src/runtime/deploy.ts'
import { executeCommand, executeStart } from '../../apps/server/src/runtime/execute-command.ts'
import type { Actor, Runtime } from '../../apps/server/src/runtime/runtime.ts'
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
]

export const twoTasksBench: Bench = {
  name: 'two-tasks',
  says: 'instances per second of start, two user tasks with a condition between, end; full history, durable commits, 16 at a time',
  run: async ({ runtime, actor, adminUrl }) => {
    const peerPool = new pg.Pool({ connectionString: adminUrl, max: 16 })
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
  const hand = createHandMade(pool, workplaceId, definitionId, runtime.newId)
  await assertSameRows(pool, workplaceId, engine, hand)
  const peer = await createPeer(peerPool, twoTasksForPeer)

  const results = await compare(
    {
      engine: () => perSecond(16, 2500, engine),
      hand: () => perSecond(16, 2500, hand),
      peer: () => perSecond(16, 2500, peer),
    },
    5,
  )
  for (const [name, values] of Object.entries(results))
    console.log(`  ${name.padEnd(8)} ${median(values).toFixed(0).padStart(6)} instances/s`)
  console.log(
    `  engine to hand-made SQL with the same rows in two batches: ${ratio(results, 'engine', 'hand').toFixed(2)}`,
  )
  console.log(
    `  engine to bpmn-engine with its state saved after each step: ${ratio(results, 'engine', 'peer').toFixed(1)}`,
  )
}

export async function createEngineRun(
  runtime: Runtime,
  actor: Actor,
  definitionId: string,
): Promise<() => Promise<void>> {
  const definition = await runtime.db.withTransaction(actor.workplaceId, (tx) =>
    getProcess(runtime, tx, actor.workplaceId, { by: 'id', id: definitionId }),
  )
  if (definition === null) throw new Error('not deployed')
  const integer = (name: string, value: number) => ({ name, value: { type: 'Integer', value, info: null } })
  return async () => {
    const instanceId = runtime.newId()
    const started = await executeStart(runtime, actor, {
      type: 'startInstance',
      definition,
      instanceId,
      businessKey: null,
      variables: [integer('amount', 500)],
      startElementId: null,
      tenantId: null,
    })
    let answer = started
    for (const variables of [[integer('approved', 1)], []]) {
      const created = answer.ok ? answer.events.find((event) => event.type === 'taskCreated') : undefined
      if (created?.type !== 'taskCreated') throw new Error(`Expected a task, but: ${JSON.stringify(answer)}`)
      answer = await executeCommand(
        runtime,
        actor,
        { by: 'task', id: created.task.id },
        { type: 'completeTask', taskId: created.task.id, variables },
      )
    }
    if (!answer.ok) throw new Error(JSON.stringify(answer))
  }
}

/** The comparison is only fair when both write the same number of rows to the same tables. */
async function assertSameRows(
  pool: pg.Pool,
  workplaceId: string,
  engine: () => Promise<void>,
  hand: () => Promise<void>,
): Promise<void> {
  const before = await countRows(pool, workplaceId)
  await engine()
  const between = await countRows(pool, workplaceId)
  await hand()
  const after = await countRows(pool, workplaceId)
  const added = tables.map(
    (table, index) =>
      [table, (between[index] ?? 0) - (before[index] ?? 0), (after[index] ?? 0) - (between[index] ?? 0)] as const,
  )
  const different = added.filter(([, a, b]) => a !== b)
  if (different.length > 0) throw new Error(`Expected the same rows of both, but: ${JSON.stringify(different)}`)
  console.log(`  rows left by one instance: ${added.map(([table, count]) => `${table} ${count}`).join(', ')}`)
}

async function countRows(pool: pg.Pool, workplaceId: string): Promise<number[]> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('app.workplace', $1, true)`, [workplaceId])
    const counts: number[] = []
    for (const table of tables)
      counts.push(
        Number(
          (await client.query(`select count(*) from ${table} where workplace_id = $1`, [workplaceId])).rows[0].count,
        ),
      )
    await client.query('commit')
    return counts
  } finally {
    client.release()
  }
}
