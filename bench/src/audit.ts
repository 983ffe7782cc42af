import pg from 'pg'
import { deploy } from '../../apps/server/src/runtime/deploy/deploy.ts'
import type { Bench } from './bench.ts'
import { compare, median, perSecond } from './measure.ts'
import { createEngineRun } from './two-tasks.ts'
import { twoTasks } from './two-tasks-model.ts'

/** Measures the cost of the audit for the two-task process: with and without its triggers, in turns. */
export const auditBench: Bench = {
  name: 'audit',
  says: 'instances per second of the two-task process with and without the triggers of the audit; 16 at a time',
  run: async ({ runtime, actor, adminUrl }) => {
    const url = new URL(adminUrl)
    url.pathname =
      (await runtime.db.pool.query<{ name: string }>('select current_database() as name')).rows[0]?.name ?? ''
    const admin = new pg.Pool({ connectionString: url.href, max: 1 })
    // Its connection may still be closing when the server stops.
    admin.on('error', () => {})
    try {
      const answer = await deploy(runtime, actor, {
        name: 'bench',
        source: null,
        tenantId: null,
        files: [{ name: 'two-tasks.bpmn', bytes: Buffer.from(twoTasks) }],
      })
      if (!answer.ok) throw new Error(JSON.stringify(answer.problems))
      const engine = await createEngineRun(runtime, actor, answer.deployed.processes[0]?.id ?? '')
      const audited = await listAudited(admin)
      const entries = async () =>
        Number(
          (await admin.query('select count(*) from audit_entry where workplace_id = $1', [actor.workplaceId])).rows[0]
            .count,
        )
      const before = await entries()
      let instances = 0
      const one = async () => {
        await engine()
        instances++
      }
      const measure = async (verb: 'enable' | 'disable') => {
        for (const table of audited)
          await admin.query(`alter table ${pg.escapeIdentifier(table)} ${verb} trigger audit`)
        return perSecond(16, 2500, one)
      }
      const written = await readWrites(admin)
      // Each way comes first in half of the pairs: the tables grow, and the first one finds them smaller.
      const results = await compare(
        {
          with: () => measure('enable'),
          without: () => measure('disable'),
          withoutAgain: () => measure('disable'),
          withAgain: () => measure('enable'),
        },
        5,
      )
      const of = (...names: string[]) => median(names.flatMap((name) => results[name] ?? []))
      const [withAudit, withoutAudit] = [of('with', 'withAgain'), of('without', 'withoutAgain')]
      const now = await readWrites(admin)
      const touched = audited.filter((table) => now.get(table) !== written.get(table))
      console.log(`  with     ${withAudit.toFixed(0).padStart(6)} instances/s`)
      console.log(`  without  ${withoutAudit.toFixed(0).padStart(6)} instances/s`)
      console.log(`  audited tables that ${instances} instances wrote to: ${touched.join(', ') || 'none'}`)
      console.log(`  entries of the audit that they left: ${(await entries()) - before}`)
      console.log(
        `  with to without the audit: ${(withAudit / withoutAudit).toFixed(3)} (0.98 to 1.02, without other work)`,
      )
    } finally {
      await admin.end()
    }
  },
}

async function listAudited(admin: pg.Pool): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(
    `select c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where t.tgname = 'audit' and not c.relispartition and c.relnamespace = 'public'::regnamespace order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** The number of rows that were written to each table, as PostgreSQL counts them. */
async function readWrites(admin: pg.Pool): Promise<ReadonlyMap<string, string>> {
  const { rows } = await admin.query<{ name: string; count: string }>(
    'select relname as name, (n_tup_ins + n_tup_upd + n_tup_del)::text as count from pg_stat_user_tables',
  )
  return new Map(rows.map(({ name, count }) => [name, count]))
}
