import { sql } from 'kysely'
import type { User } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { Deployed } from '../../runtime/deploy/deployed.ts'
import type { Unit } from '../../runtime/execute/unit-of-work.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { refusalOf } from '../carry-out.ts'
import { noSuchInstance } from '../instances/policy.ts'
import { suspendWithin } from '../processes/suspend-all.ts'

/** Keys of the processes that the last version of an application deployed, and the next one does not. */
export async function listGone(
  tx: Tx,
  { workplaceId }: User,
  { applicationId, next }: { readonly applicationId: string; readonly next: Deployed },
): Promise<string[]> {
  const [rows] = await tx.batch([
    {
      name: 'application_processes_gone',
      text: `select d.key from process_definition d where d.workplace_id = $1 and d.key <> all($3::text[])
        and d.deployment_id = (select deployment_id from application_version where workplace_id = $1 and application_id = $2 order by version desc limit 1)
        order by d.key`,
      values: [workplaceId, applicationId, next.processes.map(({ model }) => model.id)],
    },
  ])
  return (rows ?? []).map(([key]) => key ?? '')
}

/** Lets nobody start what is no longer in the application, in none of its versions; what runs goes on. Null when it is done. */
export async function closeGone(
  unit: Unit,
  runtime: Runtime,
  user: User,
  { applicationId, keys }: { readonly applicationId: string; readonly keys: readonly string[] },
): Promise<Refusal | null> {
  if (keys.length === 0) return null
  const answer = await suspendWithin(unit, runtime, user, {
    condition: sql`key = any(${[...keys]}::text[]) and deployment_id in (select v.deployment_id from application_version v where v.workplace_id = ${user.workplaceId}::uuid and v.application_id = ${applicationId}::uuid)`,
    isSuspended: true,
    includesInstances: false,
  })
  return answer.ok ? null : refusalOf(answer.answer, noSuchInstance)
}
