import { sql } from 'kysely'
import type { Person } from '../../platform/auth/user.ts'
import type { ResultRows } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { Deployed } from '../../runtime/deploy/deployed.ts'
import type { Unit } from '../../runtime/execute/unit-of-work.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { refusalOf } from '../carry-out.ts'
import { noSuchInstance } from '../instances/policy.ts'
import { suspendWithin } from '../processes/suspend-all.ts'

/** Keys of processes and decisions that were removed from an application. */
export interface Gone {
  readonly processes: readonly string[]
  readonly decisions: readonly string[]
}

/**
 * Lists the processes and decisions that the last version of an application deployed and that the next version does not
 * have.
 */
export async function listGone(
  tx: Tx,
  { workplaceId }: Person,
  { applicationId, next }: { readonly applicationId: string; readonly next: Deployed },
): Promise<Gone> {
  const goneStatement = (table: 'process_definition' | 'decision_definition', keys: readonly string[]) => ({
    name: `application_gone_${table}`,
    text: `select d.key from ${table} d where d.workplace_id = $1 and d.key <> all($3::text[])
      and d.deployment_id = (select deployment_id from application_version where workplace_id = $1 and application_id = $2 order by version desc limit 1)
      order by d.key`,
    values: [workplaceId, applicationId, keys],
  })
  const [processes, decisions] = await tx.batch([
    goneStatement(
      'process_definition',
      next.processes.map(({ model }) => model.id),
    ),
    goneStatement(
      'decision_definition',
      next.decisions.map(({ key }) => key),
    ),
  ])
  const keysOf = (rows: ResultRows | undefined) => (rows ?? []).map(([key]) => key ?? '')
  return { processes: keysOf(processes), decisions: keysOf(decisions) }
}

/**
 * Closes processes and decisions that are no longer in the application, in all their versions: nobody can start, call
 * or evaluate them. Running instances continue, and use the decisions that were deployed with them where their model
 * names this version. Returns null on success, otherwise a refusal.
 */
export async function closeGone(
  unit: Unit,
  runtime: Runtime,
  user: Person,
  { applicationId, gone: { processes, decisions } }: { readonly applicationId: string; readonly gone: Gone },
): Promise<Refusal | null> {
  const { workplaceId } = user
  if (decisions.length > 0)
    unit.write({
      name: 'application_decisions_left',
      text: `update decision_definition set has_left = true where workplace_id = $1 and key = any($3::text[]) and not has_left
        and deployment_id in (select deployment_id from application_version where workplace_id = $1 and application_id = $2)`,
      values: [workplaceId, applicationId, decisions],
    })
  if (processes.length === 0) return null
  const answer = await suspendWithin(unit, runtime, workplaceId, {
    condition: sql`key = any(${[...processes]}::text[]) and deployment_id in (select v.deployment_id from application_version v where v.workplace_id = ${workplaceId}::uuid and v.application_id = ${applicationId}::uuid)`,
    isSuspended: true,
    includesInstances: false,
  })
  return answer.ok ? null : refusalOf(answer.answer, noSuchInstance)
}
