import type { AuditRestorePreview } from '@millrace/contract'
import { planRestore, type RestoreOrder, type RestorePlan } from '../../operations/audit/restores/plan-restore.ts'
import { nameReference } from '../../operations/audit/restores/references.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'

/** Returns the changes that the restore of an entity to a revision would make. */
export function getRestore(
  db: Database,
  request: Request,
  order: RestoreOrder,
): Promise<AuditRestorePreview | Refusal> {
  return db.read(request, async (tx) => {
    const plan = await planRestore(tx, request, order)
    if (plan instanceof Refusal) return plan
    const { seen, row, target, isEnabled, kept, effects } = plan
    const before = await nameColumns(tx, request.workplaceId, plan, row ?? {})
    const after = await nameColumns(tx, request.workplaceId, plan, target)
    return { seen, before, after, isEnabled, kept: [...kept], effects: [...effects] }
  })
}

/** Returns the columns that change, with names in place of ids. */
async function nameColumns(
  tx: Tx,
  workplaceId: string,
  { changed, kind: { references = {} } }: RestorePlan,
  values: RestorePlan['target'],
): Promise<Record<string, unknown>> {
  const named: Record<string, unknown> = {}
  for (const column of changed) {
    const reference = references[column]
    const value = values[column] ?? null
    named[column] = reference === undefined ? value : await nameReference(tx, workplaceId, reference, value)
  }
  return named
}
