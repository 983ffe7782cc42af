import type { AnswerOf, JobDetail, jobCalls } from '@millrace/contract'
import { sql } from 'kysely'
import { noSuchJob } from '../../operations/jobs/jobs.ts'
import { seenJobs } from '../../operations/jobs/policy.ts'
import { withinReach } from '../../operations/within-reach.ts'
import { reaches } from '../../platform/auth/reach.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { FactKind } from '../../runtime/history/facts.ts'
import { presentDetail } from '../../runtime/incidents/present-detail.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { jobWindow } from './job-list.ts'
import { isOfEngine, type JobRow, jobColumns, presentJobs, withProcess } from './job-queries.ts'

export async function getJob(runtime: Runtime, request: Request, id: string): Promise<JobDetail | Refusal> {
  const { workplaceId } = request.user
  if (!isUuid(id)) return noSuchJob()
  return runtime.db.read(request, async (tx) => {
    const [row] = await runSql<JobRow>(
      tx,
      sql`select ${jobColumns} from job j ${withProcess(workplaceId)} where j.workplace_id = ${workplaceId} and j.id = ${id}::uuid and ${isOfEngine}`,
    )
    if (row === undefined || !reaches(seenJobs(request.user), row.process_key)) return noSuchJob()
    const [[job], detail] = await Promise.all([
      presentJobs(runtime, tx, workplaceId, [row]),
      row.error === null ? null : findDetail(tx, workplaceId, row),
    ])
    if (job === undefined) throw new Error('Expected one job for one row.')
    return { ...job, detail, isTimer: job.kind === 'timer' || job.kind === 'start' || job.kind === 'timeout' }
  })
}

/** Finds the details of a failure by the incident that the last try raised. */
async function findDetail(
  tx: Tx,
  workplaceId: string,
  { id, instance_id: instanceId }: JobRow,
): Promise<string | null> {
  const open = sql`select detail, created_at as at from incident where workplace_id = ${workplaceId} and source_id = ${id}::uuid
    and ${instanceId === null ? sql`instance_id is null` : sql`instance_id = ${instanceId}::uuid`}`
  const past = sql`select data -> 'detail', at from history_fact where workplace_id = ${workplaceId} and instance_id = ${instanceId}::uuid
    and kind = ${'incident-raised' satisfies FactKind} and data ->> 'sourceId' = ${id}`
  const [found] = await runSql<{ detail: unknown }>(
    tx,
    sql`select detail from (${instanceId === null ? open : sql`${open} union all ${past}`}) f where detail is not null order by at desc limit 1`,
  )
  return presentDetail(found?.detail)
}

/** Lists the processes of the newest jobs, by name, for the filter of the list. */
export async function listJobFilters(db: Database, request: Request): Promise<AnswerOf<typeof jobCalls.filters>> {
  const { workplaceId } = request.user
  const newest = sql`select j.definition_id, j.instance_id from job j where j.workplace_id = ${workplaceId} and ${isOfEngine} order by j.id desc limit ${jobWindow}`
  return db.read(request, async (tx) => ({
    processes: await runSql<{ key: string; name: string }>(
      tx,
      sql`select d.key, coalesce((array_agg(d.name order by d.version desc))[1], d.key) as name from process_definition d
        where ${sql.join([sql`d.workplace_id = ${workplaceId}`, ...withinReach(seenJobs(request.user), sql`d.key`)], sql` and `)} and d.id in (select distinct coalesce(j.definition_id, i.definition_id) from (${newest}) j
          left join lateral (select definition_id from instance where workplace_id = ${workplaceId} and id = j.instance_id offset 0) i on true)
        group by d.key order by name, d.key`,
    ),
  }))
}
