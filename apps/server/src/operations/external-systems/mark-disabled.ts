import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { StoredExternal } from './external.ts'
import type { ExternalKind } from './external-kinds.ts'

interface Disabled {
  readonly disabled_at: Date | null
  readonly disabled_by: string | null
  readonly disabled_reason: string | null
}

/** Writes whether one is disabled, and why. */
export async function markDisabled(
  tx: Tx,
  kind: ExternalKind,
  { workplace_id, id, revision }: StoredExternal,
  disabled: Disabled,
): Promise<void> {
  const values = { ...disabled, revision: revision + 1 }
  switch (kind) {
    case 'system':
      await tx.query(
        kysely.updateTable('external_system').set(values).where('workplace_id', '=', workplace_id).where('id', '=', id),
      )
      break
    case 'connection':
      await tx.query(
        kysely
          .updateTable('external_connection')
          .set(values)
          .where('workplace_id', '=', workplace_id)
          .where('id', '=', id),
      )
      break
    case 'api':
      await tx.query(
        kysely.updateTable('external_api').set(values).where('workplace_id', '=', workplace_id).where('id', '=', id),
      )
      break
    case 'adapter':
      await tx.query(
        kysely
          .updateTable('external_adapter')
          .set(values)
          .where('workplace_id', '=', workplace_id)
          .where('id', '=', id),
      )
      break
    default:
      kind satisfies never
  }
}
