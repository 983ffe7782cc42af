import { sql } from 'kysely'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { readInstanceRights } from '../../runtime/rights/instance-rights.ts'
import { type InstanceAction, noSuchInstance, refuseAnyInstance, refuseInstance } from './policy.ts'

/** An instance on which an operation works. */
export interface FoundInstance {
  readonly id: string
  readonly rootId: string
  readonly isOver: boolean
}

/** Loads a running or ended instance and checks that the user may perform an action on it. */
export async function loadInstanceFor(
  tx: Tx,
  user: Person,
  { id, action }: { id: string; action: InstanceAction },
): Promise<FoundInstance | Refusal> {
  const missing = refuseAnyInstance(user, action)
  if (missing !== null) return missing
  const found = isUuid(id) ? await selectInstance(tx, user.workplaceId, id) : undefined
  if (found === undefined) return noSuchInstance()
  const rights = await readInstanceRights(tx, user, { id, root_id: found.rootId })
  return refuseInstance(user, action, rights) ?? found
}

async function selectInstance(tx: Tx, workplaceId: string, id: string): Promise<FoundInstance | undefined> {
  const query = sql<FoundInstance>`select id, root_id as "rootId", false as "isOver" from instance where workplace_id = ${workplaceId}::uuid and id = ${id}::uuid
    union all select id, root_id, true from history_instance where workplace_id = ${workplaceId}::uuid and id = ${id}::uuid order by 3 limit 1`
  const [row] = await tx.query<FoundInstance>({ compile: () => query.compile(kysely) })
  return row
}

export function instanceIsOver(): Refusal {
  return refuse('instance.over', 'Expected a running instance, but it has ended.')
}

export function noReason(): Refusal {
  return refuse('request.invalid', 'Expected the reason why the instance is ended by force. Enter one.')
}
