import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { DefinitionRights } from './policy.ts'

/** A version of a process that is to be started. */
export interface StartableRow extends DefinitionRights {
  readonly id: string
  readonly tenant_id: string | null
}

export async function findStartable(tx: Tx, workplaceId: string, id: string): Promise<StartableRow | null> {
  if (!isUuid(id)) return null
  const [row] = await tx.query(
    kysely
      .selectFrom('process_definition')
      .where('workplace_id', '=', workplaceId)
      .where('id', '=', id)
      .select([
        'id',
        'key',
        'tenant_id',
        'is_startable',
        'has_none_start',
        'is_suspended',
        'starter_users',
        'starter_groups',
      ]),
    'startable',
  )
  return row ?? null
}
