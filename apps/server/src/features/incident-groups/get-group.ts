import {
  type AnswerOf,
  type IncidentGroupDetail,
  type incidentGroupCalls,
  incidentGroupLimits,
} from '@millrace/contract'
import { sql } from 'kysely'
import { noSuchGroup } from '../../operations/incident-groups/policy.ts'
import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { runSql } from '../../platform/list/sql.ts'
import { presentDetail } from '../../runtime/incidents/present-detail.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { presentTitle } from '../../runtime/titles/instance-title.ts'
import { findNewestBatch } from './batches.ts'
import { type GroupRow, groupColumns, presentGroups, sinceDeployment } from './group-queries.ts'

/** Returns a cause of incidents. @throws Refusal when it does not exist. */
export function getGroup({ db, clock }: Runtime, request: Request, id: string): Promise<IncidentGroupDetail> {
  if (!isUuid(id)) throw noSuchGroup()
  return db.read(request, async (tx) => {
    const [row] = await runSql<GroupRow>(
      tx,
      sql`select ${groupColumns(clock)} from incident_group g ${sinceDeployment} where g.workplace_id = ${request.workplaceId} and g.id = ${id}::uuid`,
    )
    const [group] = row === undefined ? [] : await presentGroups([row], { tx, user: request.user })
    if (row === undefined || group === undefined) throw noSuchGroup()
    return {
      ...group,
      note: row.note,
      revision: row.revision,
      batch: await findNewestBatch(tx, request.workplaceId, id),
    }
  })
}

interface IncidentRow {
  readonly id: string
  readonly created_at: Date
  readonly message: string | null
  readonly detail: unknown
  readonly external_details: string | null
  readonly instance_id: string | null
  readonly title: string | null
  readonly business_key: string | null
  readonly started_at: Date | null
  readonly process_name: string | null
  readonly version: number | null
  readonly can_retry: boolean
  readonly type: string
  readonly source_id: string | null
}

/** Lists the open incidents of a cause, the newest first, after a given one. */
export function listGroupIncidents(
  { db }: Runtime,
  request: Request,
  { id, after }: { readonly id: string; readonly after?: string | undefined },
): Promise<AnswerOf<typeof incidentGroupCalls.incidents>> {
  if (!isUuid(id)) throw noSuchGroup()
  const { page } = incidentGroupLimits
  const beyond = after === undefined || !isUuid(after) ? sql`` : sql` and id < ${after}::uuid`
  return db.read(request, async (tx) => {
    const [group] = await runSql(
      tx,
      sql`select 1 from incident_group where workplace_id = ${request.workplaceId} and id = ${id}::uuid`,
    )
    if (group === undefined) throw noSuchGroup()
    const rows = await runSql<IncidentRow>(
      tx,
      sql`select n.id, n.type, n.source_id, n.created_at, n.message, n.detail, x.error_details as external_details, i.id as instance_id, i.title, i.business_key, i.started_at, d.version,
          coalesce(d.name, d.key) as process_name, x.id is not null or exists (select from job j where j.workplace_id = n.workplace_id and j.id = n.source_id) as can_retry
        from (select * from incident where workplace_id = ${request.workplaceId} and group_id = ${id}::uuid${beyond} order by id desc limit ${page + 1}) n
        left join instance i on i.workplace_id = n.workplace_id and i.id = n.instance_id
        left join process_definition d on d.workplace_id = n.workplace_id and d.id = n.version_id
        left join external_task x on x.workplace_id = n.workplace_id and x.id = n.source_id
        order by n.id desc`,
    )
    const shown = rows.slice(0, page)
    return { items: shown.map(presentIncident), next: rows.length > page ? (shown.at(-1)?.id ?? null) : null }
  })
}

function presentIncident(row: IncidentRow): AnswerOf<typeof incidentGroupCalls.incidents>['items'][number] {
  const { instance_id, started_at } = row
  return {
    id: row.id,
    at: row.created_at.toISOString(),
    message: row.message ?? '',
    detail: row.external_details ?? presentDetail(row.detail),
    instance:
      instance_id === null || started_at === null
        ? null
        : {
            id: instance_id,
            title: presentTitle({
              id: instance_id,
              title: row.title,
              businessKey: row.business_key,
              process: row.process_name ?? '',
            }),
            businessKey: row.business_key,
            startedAt: started_at.toISOString(),
          },
    version: row.version,
    canRetry: row.can_retry,
    canComplete: row.can_retry && row.type === 'answerUnknown',
    // The job's id is sent as the key: `jobs/work/ask-adapter.ts`.
    idempotencyKey: row.type === 'answerUnknown' ? row.source_id : null,
  }
}
