import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { noSuch } from './find-record.ts'
import type { DisabledColumns, FindOptions, RecordKind, RecordRow } from './record-kind.ts'

/**
 * Loads the record that an operation is about to change, and checks that it exists and is enabled, and that the user
 * may manage records of its kind. Refuses with `right.missing`, `thing.not-found` or `thing.disabled`.
 */
export async function loadRecord<Row extends RecordRow, Ref>(
  tx: Tx,
  user: Person,
  kind: RecordKind<Row, Ref>,
  ref: Ref,
  options: FindOptions = {},
): Promise<Row | Refusal> {
  const refusal = kind.refuse(user, ref)
  if (refusal !== null) return refusal
  const row = await kind.find(tx, user.workplaceId, ref, options)
  return row === null ? noSuch(kind) : (refuseDisabled(kind, row) ?? row)
}

/** Makes the same checks as `loadRecord` for a record that is loaded already. */
export function refuseChange<Row extends RecordRow, Ref>(
  user: Person,
  kind: RecordKind<Row, Ref>,
  { ref, row }: { readonly ref: Ref; readonly row: Row },
): Refusal | null {
  return kind.refuse(user, ref) ?? refuseDisabled(kind, row)
}

/** Refuses with `thing.disabled` where the record is disabled. */
export function refuseDisabled(
  { kind, one }: Pick<RecordKind<never>, 'kind' | 'one'>,
  row: Pick<RecordRow, 'name'> & Partial<Pick<DisabledColumns, 'disabled_at' | 'disabled_reason'>>,
): Refusal | null {
  if ((row.disabled_at ?? null) === null) return null
  return refuse(
    'thing.disabled',
    `Expected ${one} that is not disabled, but “${row.name}” is disabled: ${row.disabled_reason}. Restore it first.`,
    [],
    kind,
  )
}
