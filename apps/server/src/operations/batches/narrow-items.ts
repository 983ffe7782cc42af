import type { BatchKind } from '@millrace/contract'
import { type RawBuilder, sql } from 'kysely'
import { isUnlimited } from '../../platform/auth/reach.ts'
import type { Request } from '../../platform/auth/request.ts'
import { reachOf } from '../../platform/auth/rights.ts'
import { factsOf } from '../../runtime/history/fact-sql.ts'
import { withinTenants } from '../tenants/within-tenants.ts'
import { withinReach } from '../within-reach.ts'
import type { BatchSubject } from './batch-kind.ts'
import { kinds } from './kinds/index.ts'

/**
 * Limits the items of a batch to those that the permission of the user covers, such as the instances of some processes,
 * and to the tenants that the user sees.
 * The number of items that users see is then the number that the batch changes.
 *
 * @param items rows of `id`, `name` and `place`.
 */
export function narrowItems({ user }: Request, kind: BatchKind, items: RawBuilder<unknown>): RawBuilder<unknown> {
  const { right, subject } = kinds[kind]
  const reach = right === null ? null : reachOf(user, right)
  const isLimited = reach !== null && !isUnlimited(reach)
  if (!isLimited && user.seesTenants == null) return items
  const { workplaceId } = user
  const key = keyOf(workplaceId)[subject] ?? sql`null::text`
  const tenant = tenantOf(workplaceId)[subject] ?? sql`null::text`
  const conditions = [...(isLimited ? withinReach(reach, key) : []), ...withinTenants(user, tenant)]
  return sql`select s.id, s.name, s.place from (${items}) s where ${sql.join(conditions, sql` and `)}`
}

/** The kinds of items that belong to a process. Batches of other items need a permission for everything. */
export const subjectsOfProcesses: ReadonlySet<BatchSubject> = new Set(['instance', 'job', 'externalTask'])

function keyOf(workplaceId: string): Partial<Record<BatchSubject, RawBuilder<unknown>>> {
  const ofDefinition = (definitions: RawBuilder<unknown>) =>
    sql`(select d.key from (${definitions} limit 1) x join process_definition d on d.workplace_id = ${workplaceId}::uuid and d.id = x.definition_id)`
  const from = (table: string) =>
    sql`select t.definition_id from ${sql.table(table)} t where t.workplace_id = ${workplaceId}::uuid and t.id = s.id`
  return {
    instance: ofDefinition(sql`${from('instance')} union all ${from('history_instance')}`),
    job: ofDefinition(
      sql`select coalesce(t.definition_id, i.definition_id) as definition_id from job t
        left join instance i on i.workplace_id = t.workplace_id and i.id = t.instance_id where t.workplace_id = ${workplaceId}::uuid and t.id = s.id`,
    ),
    externalTask: ofDefinition(from('external_task')),
  }
}

const evaluation = factsOf('decision-evaluated')

function tenantOf(workplaceId: string): Partial<Record<BatchSubject, RawBuilder<unknown>>> {
  const from = (table: string) =>
    sql`select t.tenant_id from ${sql.table(table)} t where t.workplace_id = ${workplaceId}::uuid and t.id = s.id`
  return {
    instance: sql`(${from('instance')} union all ${from('history_instance')} limit 1)`,
    job: sql`(select coalesce(i.tenant_id, t.tenant_id) from job t
      left join instance i on i.workplace_id = t.workplace_id and i.id = t.instance_id where t.workplace_id = ${workplaceId}::uuid and t.id = s.id)`,
    externalTask: sql`(select i.tenant_id from external_task t
      join instance i on i.workplace_id = t.workplace_id and i.id = t.instance_id where t.workplace_id = ${workplaceId}::uuid and t.id = s.id)`,
    decisionInstance: sql`(select r.tenant_id from history_fact f
      join decision_definition r on r.workplace_id = f.workplace_id and r.id = ${evaluation.text('decisionId')}::uuid
      where f.workplace_id = ${workplaceId}::uuid and f.id = s.id and ${evaluation.is} limit 1)`,
    batch: sql`(${from('batch')})`,
  }
}
