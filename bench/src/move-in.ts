import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { moveIn } from '../../apps/server/src/operations/move-in/move-in.ts'
import { connectSource } from '../../apps/server/src/operations/move-in/source/connect-source.ts'
import { openSource } from '../../apps/server/src/operations/move-in/source/open-source.ts'
import { addressOf, createHouse } from '../../apps/server/src/operations/move-in/testing/house.ts'
import { sequence } from '../../apps/server/src/runtime/testing/models.ts'
import type { Bench } from './bench.ts'

/** Running instances of the source, each with a task, two variables and its history. */
const instances = Number(process.env.MILLRACE_BENCH_INSTANCES ?? 100_000)
/** The tables that a move writes for such an instance. */
const written = ['root', 'instance', 'element', 'task', 'variable', 'history_element', 'history_variable', 'moved_item']

/** How fast running instances move in, how much memory that takes, and how much slower than a copy of the rows it is. */
export const moveInBench: Bench = {
  name: 'move-in',
  says: `${instances} running instances of another engine; their memory, and the ratio to COPY of the rows that they become`,
  run: async ({ runtime, actor, adminUrl }) => {
    const url = new URL(adminUrl)
    url.pathname =
      (await runtime.db.pool.query<{ name: string }>('select current_database() as name')).rows[0]?.name ?? ''
    const admin = new pg.Pool({ connectionString: url.href, max: 1 })
    // Its connection may still be closing when the server stops.
    admin.on('error', () => {})
    const folder = mkdtempSync(join(tmpdir(), 'millrace-copy-'))
    const samples: number[] = []
    try {
      await furnish(admin)
      const source = await openSource(await connectSource(addressOf(url.href, 'bench_house')), { zone: 'UTC' })
      const started = performance.now()
      const report = await moveIn(runtime, actor, {
        source,
        ...{ isDryRun: false, since: null, definitions: null, tenants: null, startedAt: new Date().toISOString() },
        isStopped: () => false,
        reached: async () => {
          samples.push(process.memoryUsage().rss)
        },
      })
      const seconds = (performance.now() - started) / 1000
      await source.close()
      const moved = report.lines().find(({ table }) => table === 'running instances')?.moved ?? 0
      const copied = await copyRows(admin, folder)
      const at = (share: number) => ((samples[Math.floor(samples.length * share)] ?? 0) / 1e6).toFixed(0)
      console.log(`  ${moved} instances in ${seconds.toFixed(1)} s: ${(moved / seconds).toFixed(0)} instances/s`)
      console.log(`  memory ${at(0.1)} MB after a tenth, ${at(0.5)} MB after half, ${at(0.99)} MB at the end`)
      console.log(
        `  COPY of their rows ${copied.toFixed(1)} s: the move takes ${(seconds / copied).toFixed(1)} times as long`,
      )
    } finally {
      rmSync(folder, { recursive: true, force: true })
      await admin.end()
    }
  },
}

async function furnish(admin: pg.Pool): Promise<void> {
  const house = await createHouse(admin, 'bench_house')
  await house.deploy({ plain: sequence('plain', { work: '<userTask id="work"/>', last: '<userTask id="last"/>' }) })
  const each = (columns: string, values: string) =>
    admin.query(
      `insert into bench_house.${columns} select ${values} from generate_series(1, ${instances}) n, lateral (select 'i' || lpad(n::text, 9, '0') as id) i`,
    )
  await each(
    'act_ru_execution (id_, proc_inst_id_, root_proc_inst_id_, proc_def_id_, act_id_, act_inst_id_, is_active_, is_concurrent_, is_scope_, is_event_scope_, suspension_state_)',
    `id, id, id, 'plain:1:d1', 'work', 'work:' || id, true, false, true, false, 1`,
  )
  await each(
    'act_ru_task (id_, execution_id_, proc_inst_id_, proc_def_id_, name_, task_def_key_, priority_, create_time_, suspension_state_)',
    `'t' || id, id, id, 'plain:1:d1', 'Work', 'work', 50, '2026-01-02', 1`,
  )
  for (const name of ['a', 'b'])
    await each(
      'act_ru_variable (id_, rev_, type_, name_, execution_id_, proc_inst_id_, text_)',
      `'${name}' || id, 1, 'string', '${name}', id, id, 'value ' || n`,
    )
  await each(
    'act_hi_procinst (id_, proc_inst_id_, root_proc_inst_id_, proc_def_id_, start_time_, state_)',
    `id, id, id, 'plain:1:d1', '2026-01-02', 'ACTIVE'`,
  )
  for (const [table, column] of [
    ['act_ru_execution', 'id_'],
    ['act_ru_execution', 'super_exec_'],
    ['act_ru_execution', 'proc_inst_id_'],
    ['act_ru_task', 'proc_inst_id_'],
    ['act_ru_variable', 'proc_inst_id_'],
    ['act_hi_procinst', 'id_'],
    ['act_hi_procinst', 'proc_inst_id_'],
    ['act_hi_procinst', 'root_proc_inst_id_'],
  ])
    await admin.query(`create index on bench_house.${table} (${column})`)
  await admin.query('analyze')
}

/** Copies what was written into tables with the same indexes. Returns the seconds that this takes. */
async function copyRows(admin: pg.Pool, folder: string): Promise<number> {
  // PostgreSQL may run as another user.
  const file = (table: string) => `${folder}-${table}.copy`
  let seconds = 0
  for (const table of written) {
    await admin.query(`copy (select * from ${table}) to program 'cat > ${file(table)}'`)
    await admin.query(`create table copied_${table} (like ${table} including defaults including indexes)`)
    const started = performance.now()
    await admin.query(`copy copied_${table} from program 'cat ${file(table)}'`)
    seconds += (performance.now() - started) / 1000
    await admin.query(`copy (select 1) to program 'cat > /dev/null; rm -f ${file(table)}'`)
  }
  return seconds
}
