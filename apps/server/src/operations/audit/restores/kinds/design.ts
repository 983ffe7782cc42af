import { sql } from 'kysely'
import type { Request } from '../../../../platform/auth/request.ts'
import { Refusal } from '../../../../platform/errors/refusal.ts'
import type { DesignKind, DesignRef, DesignRow, DesignText } from '../../../designs/design-kind.ts'
import { restoreDesign } from '../../../designs/restore-design.ts'
import { restoreVersion } from '../../../designs/restore-version.ts'
import { textOrNull } from '../read-columns.ts'
import type { Columns, Effect, RestorableKind, RestoreContext, RestoreWriting } from '../restorable-kind.ts'

/** The properties that forms, processes and decisions have in common. */
export function partsOfDesign<Row extends DesignRow, Design extends DesignText>({
  tables: { table, versions },
}: DesignKind<Row, Design>) {
  return {
    table,
    keys: ['id'],
    also: ['id', 'application_id'],
    versions: { table: versions.table, id: versions.id },
    hasRevision: true,
    canBeDisabled: true,
    effects: [designEffect],
  } as const satisfies Partial<RestorableKind>
}

const designEffect: Effect = {
  effect: 'design',
  columns: ['version'],
  count: ({ target }) => sql`select ${target.version as number}::int as count`,
}

/**
 * Returns whether details of a design differ from those to restore. A version that was restored before can have changed
 * them already, because files contain them.
 */
export async function needsDetails<Row extends DesignRow, Design extends DesignText>(
  { tx }: RestoreContext,
  { workplaceId }: Request,
  { record }: DesignKind<Row, Design>,
  { writing: { key, row, target }, details }: { readonly writing: RestoreWriting; readonly details: readonly string[] },
): Promise<boolean> {
  const now = (await record.find(tx, workplaceId, refOf(key[0], row))) as unknown as Columns | null
  return details.some((column) => (now?.[column] ?? null) !== (target[column] ?? null))
}

/** Returns the reference to a design, from its row. */
export function refOf(id: string, row: Columns | null): DesignRef {
  return { id, applicationId: row === null ? null : textOrNull(row, 'application_id') }
}

/**
 * Enables a design that is disabled, and saves the text of the version to restore as its next version, where that is
 * another one. Returns null on success, otherwise a refusal.
 */
export async function restoreText<Row extends DesignRow, Design extends DesignText>(
  context: RestoreContext,
  request: Request,
  kind: DesignKind<Row, Design>,
  { key: [id], row, target, changed, isEnabled }: RestoreWriting,
): Promise<Refusal | null> {
  const ref = refOf(id, row)
  const refusal = isEnabled ? await restoreDesign(context, request, kind, ref) : null
  if (refusal !== null || !changed.has('version')) return refusal
  const [version, current] = [Number(target.version), Number(row?.version)]
  const saved = await restoreVersion(context, request, kind, { ref, version, current, token: undefined })
  return saved instanceof Refusal ? saved : null
}
