import type pg from 'pg'
import { cleanUp } from '../../apps/server/src/operations/history/clean-up/clean-up.ts'
import { deploy } from '../../apps/server/src/runtime/deploy/deploy.ts'
import type { Bench } from './bench.ts'
import { compare, median, perSecond, ratio } from './measure.ts'
import { createEngineRun } from './two-tasks.ts'
import { twoTasks } from './two-tasks-model.ts'

const day = 86_400_000
/** Rows of history: `CLEAN_UP_ROWS=10000000` for as many as the largest installations have. */
const rows = Number(process.env.CLEAN_UP_ROWS ?? 1_000_000)
/** One of the instance, six of its elements, two of its variables and one of a task. */
const rowsOfInstance = 10

export const cleanUpBench: Bench = {
  name: 'clean-up',
  says: `instances per second of two user tasks, 16 at a time, alone and while ${rows.toLocaleString('en')} rows of history are cleaned up; in one process, which is the worst case`,
  run: async ({ runtime, actor }) => {
    const { workplaceId } = actor
    const file = twoTasks.replace('<process ', '<process camunda:historyTimeToLive="30" ')
    const answer = await deploy(runtime, actor, {
      name: 'bench',
      source: null,
      tenantId: null,
      files: [{ name: 'clean-up.bpmn', bytes: Buffer.from(file) }],
    })
    if (!answer.ok) throw new Error(JSON.stringify(answer.problems))
    const definitionId = answer.deployed.processes[0]?.id ?? ''
    const run = await createEngineRun(runtime, actor, definitionId)
    await withPlace(runtime.db.pool, workplaceId, (client) => fill(client, workplaceId, definitionId))
    await withPlace(runtime.db.pool, workplaceId, (client) =>
      client.query(`insert into history_cleanup (workplace_id, id, kind, started_at) values ($1, $2, 'asked', now())`, [
        workplaceId,
        runtime.newId(),
      ]),
    )
    const startedAt = performance.now()
    let cleaning = 0
    const whileCleaning = async () => {
      let isOver = false
      const since = performance.now()
      const clean = (async () => {
        while (!isOver && (await cleanUp(runtime, workplaceId)));
      })()
      const rate = await perSecond(16, 4000, run)
      isOver = true
      cleaning += performance.now() - since
      await clean
      return rate
    }
    const results = await compare({ alone: () => perSecond(16, 4000, run), cleaning: whileCleaning }, 5)
    for (const [name, values] of Object.entries(results))
      console.log(`  ${name.padEnd(8)} ${median(values).toFixed(0).padStart(6)} instances/s`)
    console.log(`  cleaning/alone ${ratio(results, 'cleaning', 'alone').toFixed(2)} (at least 0.80)`)
    const { rows: found } = await withPlace(runtime.db.pool, workplaceId, (client) =>
      client.query('select instances::int as n from history_cleanup where workplace_id = $1', [workplaceId]),
    )
    console.log(
      `  ${((found[0].n * rowsOfInstance * 1000) / cleaning).toFixed(0)} rows a second removed meanwhile, ${found[0].n} of ${rows / rowsOfInstance} instances in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
    )
  },
}

async function withPlace<T>(
  pool: pg.Pool,
  workplaceId: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('app.workplace', $1, true), set_config('statement_timeout', '0', true)`, [
      workplaceId,
    ])
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    client.release()
  }
}

async function fill(client: pg.PoolClient, workplaceId: string, definitionId: string): Promise<void> {
  const count = rows / rowsOfInstance
  const endedAt = `'${new Date(Date.now() - 90 * day).toISOString()}'::timestamptz + n * interval '1 second'`
  const id = `md5('instance' || n)::uuid`
  const numbers = `generate_series(1, ${count}) n`
  const own = `'${workplaceId}', ${id}`
  await client.query(`insert into history_instance (workplace_id, id, root_id, definition_id, started_at, ended_at, outcome)
    select ${own}, ${id}, '${definitionId}', ${endedAt}, ${endedAt}, 'completed' from ${numbers}`)
  await client.query(`insert into history_element (workplace_id, instance_id, id, root_id, definition_id, parent_id, element_key, execution_id, started_at, ended_at, is_cancelled, ends_path)
    select ${own}, md5(n || 'e' || e)::uuid, ${id}, '${definitionId}', ${id}, 'e' || e, ${id}, ${endedAt}, ${endedAt}, false, false from ${numbers}, generate_series(1, 6) e`)
  await client.query(`insert into history_variable (workplace_id, instance_id, id, at, variable_id, scope_id, name, type, value, revision, is_removed)
    select ${own}, md5(n || 'v' || v)::uuid, ${endedAt}, md5(n || 'v' || v)::uuid, ${id}, 'v' || v, 'String', 'a value of some length', 0, false from ${numbers}, generate_series(1, 2) v`)
  await client.query(`insert into history_task (workplace_id, instance_id, id, root_id, element_id, execution_id, definition_id, task_key, priority, created_at, ended_at, reason)
    select ${own}, md5(n || 't')::uuid, ${id}, ${id}, ${id}, '${definitionId}', 'task', 50, ${endedAt}, ${endedAt}, 'completed' from ${numbers}`)
}
