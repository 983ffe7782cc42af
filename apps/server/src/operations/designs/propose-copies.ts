import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { noSuch } from '../records/find-record.ts'
import { refuseChange } from '../records/load-record.ts'
import type { DesignKind, DesignRow } from './design-kind.ts'
import { findFreeKeys, findFreeNames } from './free-names.ts'

interface ProposedCopy {
  readonly sourceId: string
  readonly applicationId: string
  readonly name: string
  readonly key: string
}

/**
 * Proposes names and keys for copies of designs, in their order. Templates cannot be proposed.
 *
 * @param applicationId the application to which the designs have to belong; undefined for any.
 */
export async function findCopyNames<Row extends DesignRow>(
  db: Database,
  request: Request,
  kind: Pick<DesignKind<Row>, 'tables' | 'maxKey' | 'finder' | 'record' | 'keyOf'>,
  { ids, applicationId }: { readonly ids: readonly string[]; readonly applicationId?: string | undefined },
): Promise<(ProposedCopy & { readonly row: Row })[] | Refusal> {
  const { workplaceId } = request
  return db.read(request, async (tx) => {
    const found = await kind.finder.findMany(tx, workplaceId, ids)
    const rows = ids.flatMap((id) => {
      const row = found.get(id)
      const isMeant = applicationId === undefined || row?.application_id === applicationId
      return row === undefined || row.application_id === null || !isMeant ? [] : [row]
    })
    if (rows.length < ids.length) return noSuch(kind.record)
    for (const row of rows) {
      const refusal = refuseChange(request.user, kind.record, {
        ref: { id: row.id, applicationId: row.application_id },
        row,
      })
      if (refusal !== null) return refusal
    }
    const names = await findFreeNames(tx, workplaceId, kind, rows)
    const keys = await findFreeKeys(tx, workplaceId, kind, rows.map(kind.keyOf))
    return rows.map((row, index) => ({
      row,
      sourceId: row.id,
      applicationId: row.application_id ?? '',
      name: names[index] ?? '',
      key: keys[index] ?? '',
    }))
  })
}
