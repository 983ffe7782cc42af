import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuch } from '../records/find-record.ts'
import type { DesignKind, DesignRef, DesignRow, DesignText } from './design-kind.ts'
import { findDesignVersion, noSuchVersion } from './design-versions.ts'
import { saveVersion, type VersionSaved } from './save-version.ts'

export interface VersionRestoring {
  readonly ref: DesignRef
  /** The number of the version whose text is saved again. */
  readonly version: number
  /** The version that the user has seen as the last one. */
  readonly current: number
  readonly token: string | undefined
}

/**
 * Saves the text of an earlier version as the next version. The text is parsed again, because the parser may be newer
 * than the version.
 */
export async function restoreVersion<Row extends DesignRow, Design extends DesignText>(
  context: OperationContext,
  request: Request,
  kind: DesignKind<Row, Design>,
  { ref, version, current, token }: VersionRestoring,
): Promise<VersionSaved<Design> | Refusal> {
  const record = kind.recordOf(ref)
  const refusal = record.refuse(request.user, ref)
  if (refusal !== null) return refusal
  const { workplaceId } = request.user
  const text = await context.db.read(request, async (tx) => {
    const row = await record.find(tx, workplaceId, ref)
    if (row === null) return noSuch(record)
    return (
      (await findDesignVersion(tx, workplaceId, { tables: kind.tables, id: row.id, version })) ??
      noSuchVersion(row, version)
    )
  })
  if (text instanceof Refusal) return text
  return saveVersion(context, request, kind, {
    ref,
    save: { text, version: current, token, note: null, restoredFrom: version },
  })
}
