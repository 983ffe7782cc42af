import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { moveIn } from '../../apps/server/src/operations/move-in/move-in.ts'
import { connectSource } from '../../apps/server/src/operations/move-in/source/connect-source.ts'
import { openSource } from '../../apps/server/src/operations/move-in/source/open-source.ts'
import { createFilledHouse } from '../../apps/server/src/operations/move-in/testing/fill-house.ts'
import { addressOf } from '../../apps/server/src/operations/move-in/testing/house.ts'
import type { Bench } from './bench.ts'
import { inMegabytes, type MemorySample, measureMemory } from './memory.ts'

/** Running instances of the source, each with a task, two variables and its history. */
const instances = Number(process.env.MILLRACE_BENCH_INSTANCES ?? 100_000)
/** Instances of the source that have ended. */
const ended = Math.ceil(instances / 10)
/** The tables that a move writes for such instances. */
const written = [
  ...['root', 'instance', 'element', 'task', 'variable', 'moved_item', 'instance_listing'],
  ...['history_instance', 'history_element', 'history_task', 'history_variable'],
]

/**
 * Measures how fast running instances of another engine are moved into this product, the memory that this takes, and
 * the ratio of its time to a plain copy of the rows.
 */
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
    const samples: MemorySample[] = []
    try {
      await createFilledHouse(admin, 'bench_house', { running: instances, ended })
      const source = await openSource(await connectSource(addressOf(url.href, 'bench_house')), { zone: 'UTC' })
      const started = performance.now()
      let spentOnMemory = 0
      const sample = () => {
        const before = performance.now()
        samples.push(measureMemory())
        spentOnMemory += performance.now() - before
      }
      sample()
      /** When each step began. */
      const begins = new Map<string, number>()
      const report = await moveIn(runtime, actor, {
        source,
        ...{ isDryRun: false, since: null, definitions: null, tenants: null, startedAt: new Date().toISOString() },
        isStopped: () => false,
        reached: async ({ step, done }) => {
          if (!begins.has(step)) begins.set(step, performance.now() - spentOnMemory)
          if (step === 'instances' && done >= (samples.length * instances) / 10) sample()
        },
      })
      const seconds = (performance.now() - started - spentOnMemory) / 1000
      await source.close()
      const movedOf = (name: string) => report.lines().find(({ table }) => table === name)?.moved ?? 0
      const printRate = (name: string, [from, to]: readonly [string, string]) => {
        const took = ((begins.get(to) ?? 0) - (begins.get(from) ?? 0)) / 1000
        const moved = movedOf(name)
        console.log(`  ${moved} ${name} in ${took.toFixed(1)} s: ${(moved / took).toFixed(0)} per second`)
      }
      const copied = await copyRows(admin, folder)
      printRate('running instances', ['instances', 'tasks'])
      printRate('ended instances', ['history', 'decisions'])
      console.log('  MB after a collection:     heap  external   rss')
      for (const [tenths, { heap, external, rss }] of samples.entries())
        console.log(
          `  ${`${tenths * 10} % moved`.padStart(20)} ${[heap, external, rss].map((bytes) => inMegabytes(bytes).padStart(9)).join(' ')}`,
        )
      console.log(
        `  COPY of their rows ${copied.toFixed(1)} s: the move takes ${(seconds / copied).toFixed(1)} times as long`,
      )
    } finally {
      rmSync(folder, { recursive: true, force: true })
      await admin.end()
    }
  },
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
