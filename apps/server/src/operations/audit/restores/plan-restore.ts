import { isDeepStrictEqual } from 'node:util'
import type { AuditKept, AuditRestoreEffect } from '@millrace/contract'
import { sql } from 'kysely'
import { type EntityRef, readEntityState } from '../../../platform/audit/entity-state.ts'
import type { Request } from '../../../platform/auth/request.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type Refusal, refuse } from '../../../platform/errors/refusal.ts'
import { runSql } from '../../../platform/list/sql.ts'
import { refuseRestores } from '../policy.ts'
import { findRow, isEntity, readKey } from './find-row.ts'
import { isRestorable, restorableKinds } from './kinds/index.ts'
import { resolveReference } from './references.ts'
import type { Columns, RestorableKind, RestoreWriting } from './restorable-kind.ts'
import { unfit } from './unfit.ts'

/** An entity and the revision to restore it to. */
export interface RestoreOrder extends EntityRef {
  readonly number: number
}

/** What the restore of an entity changes. */
export interface RestorePlan extends RestoreWriting {
  readonly kind: RestorableKind
  /** The newest revision of the entity. */
  readonly seen: number
  readonly effects: readonly { readonly effect: AuditRestoreEffect; readonly count: number }[]
}

/**
 * Plans the restore of an entity to its values at a revision, from the current rows. Refuses with `right.missing`,
 * `thing.not-found`, `audit.not-restorable` or `audit.same`.
 *
 * @param options.known the newest revision of the entity that the user knows; a newer one is refused with `thing.changed`.
 *   Null for a preview, which locks nothing.
 */
export async function planRestore(
  tx: Tx,
  { workplaceId, user }: Pick<Request, 'workplaceId' | 'user'>,
  { entity, key: auditKey, number }: RestoreOrder,
  { known: knownRevision = null }: { readonly known?: number | null } = {},
): Promise<RestorePlan | Refusal> {
  if (!isRestorable(entity)) return refuseRestores(user) ?? unfit('Entities of this kind cannot be restored.')
  const kind = restorableKinds[entity]
  const key = readKey(kind, auditKey)
  const early = refuseRestores(user)
  if (early !== null) return early
  if (knownRevision !== null) await kind.lock?.(tx, workplaceId, key)
  // First the row and then its newest revision: a change in between has a newer revision.
  const row = await findRow(tx, workplaceId, kind, key)
  const refusal = kind.refuse(user, key[0], row)
  if (refusal !== null) return refusal
  const seen = await findNewest(tx, workplaceId, { entity, key: auditKey })
  const state = seen === null ? null : await readEntityState(tx, workplaceId, { entity, key: auditKey, number })
  if (seen === null || state === null)
    return refuse('thing.not-found', `Expected an entity in the audit of this workplace, but it has none with this id.`)
  if (knownRevision !== null && seen !== knownRevision) return refuseNewer(knownRevision, seen)
  if (state.values === null) return unfit(`At revision ${number}, this entity did not exist.`)
  if (row === null && kind.canCreate !== true)
    return unfit(
      `This entity was deleted. Everything that referred to it was deleted as well, so it cannot be restored. Create ${kind.one} again.`,
    )
  const known: Columns = state.values
  // Where it is not known, such as of an erased user, it stays as it is.
  const wasDisabled = state.isPartial && !Object.hasOwn(known, 'disabled_at') ? isDisabled(row) : isDisabled(known)
  const isEnabled = kind.canBeDisabled && isDisabled(row) && !wasDisabled
  if (kind.canBeDisabled && isDisabled(row) && wasDisabled && entity !== 'user')
    return unfit('This entity is disabled, now and at this revision. Enable it on its page first.')
  const { target, kept } = await mergeColumns(tx, workplaceId, { kind, key, row, known, isPartial: state.isPartial })
  const changed = new Set(kind.columns.filter((column) => !isSame(row?.[column], target[column])))
  if (changed.has('version') && (await isRestoredVersion(tx, workplaceId, { kind, row, target })))
    changed.delete('version')
  if (changed.size === 0 && !isEnabled && row !== null)
    return refuse('audit.same', `Expected other values than at revision ${number}, but nothing would change.`)
  const effects: { effect: AuditRestoreEffect; count: number }[] = []
  for (const { effect, columns = [], isOfEnabling, count } of kind.effects ?? []) {
    if (!columns.some((column) => changed.has(column)) && !(isOfEnabling === true && isEnabled)) continue
    const [counted] = await runSql<{ count: number }>(tx, count({ workplaceId, key: key[0], target }))
    if ((counted?.count ?? 0) > 0) effects.push({ effect, count: counted?.count ?? 0 })
  }
  const revision = kind.hasRevision ? Number(row?.revision ?? 0) + (isEnabled ? 1 : 0) : undefined
  return { kind, key, row, target, changed, revision, isEnabled, seen, kept, effects }
}

/** Returns the refusal of a restore of an entity that has a newer revision than the user knows. */
export function refuseNewer(known: number, newest: number): Refusal {
  return refuse(
    'thing.changed',
    `Expected revision ${known} as the newest of this entity, but it is revision ${newest}. Nothing was restored. Reload the history, and restore it again.`,
    [{ where: 'revision', message: String(newest) }],
  )
}

/** Returns the value of a column as the audit records it: a long one by its size and digest. */
async function readRecorded(
  tx: Tx,
  workplaceId: string,
  { table, keys }: RestorableKind,
  key: readonly string[],
  column: string,
): Promise<unknown> {
  const [found] = await runSql<{ value: unknown }>(
    tx,
    sql`select millrace_audit_value(${column}, to_jsonb(d.${sql.ref(column)}), '{}') as value from ${sql.table(table)} d
      where ${isEntity(workplaceId, keys, key)}`,
  )
  return found?.value ?? null
}

/** Returns the number of the newest revision of an entity; null: the audit has none. */
export async function findNewest(tx: Tx, workplaceId: string, { entity, key }: EntityRef): Promise<number | null> {
  const [newest] = await runSql<{ revision: string }>(
    tx,
    sql`select revision from audit_entry where workplace_id = ${workplaceId} and entity = ${entity} and key = ${key}
      order by revision desc limit 1`,
  )
  return newest === undefined ? null : Number(newest.revision)
}

function isDisabled(row: Columns | null): boolean {
  return (row?.disabled_at ?? null) !== null
}

/** Combines the recorded values with those that stay, and lists the columns that stay although they differ. */
async function mergeColumns(
  tx: Tx,
  workplaceId: string,
  {
    kind,
    key,
    row,
    known,
    isPartial,
  }: {
    readonly kind: RestorableKind
    readonly key: readonly string[]
    readonly row: Columns | null
    readonly known: Columns
    readonly isPartial: boolean
  },
): Promise<{ readonly target: Columns; readonly kept: readonly AuditKept[] }> {
  const { columns, secrets = [], references = {}, defaults = {} } = kind
  const target: Record<string, unknown> = {}
  const kept: AuditKept[] = secrets
    .filter((column) => isObjectWith(known[column], 'hidden'))
    .map((column) => ({ column, reason: 'secret', name: null }))
  for (const column of columns) {
    const now = row?.[column] ?? null
    const then = Object.hasOwn(known, column) ? known[column] : isPartial ? undefined : (defaults[column] ?? null)
    target[column] = now
    if (then === undefined) kept.push({ column, reason: 'unknown', name: null })
    else if (isObjectWith(then, 'hidden')) kept.push({ column, reason: 'secret', name: null })
    else if (isObjectWith(then, 'sha256')) {
      if (!isSame(await readRecorded(tx, workplaceId, kind, key, column), then))
        kept.push({ column, reason: 'long', name: null })
    } else if (!isSame(now, then)) {
      const reference = references[column]
      const { value, lost } =
        reference === undefined ? { value: then, lost: [] } : await resolveReference(tx, workplaceId, reference, then)
      if (value !== undefined) target[column] = value
      for (const { name, reason } of lost) kept.push({ column, reason, name })
    }
  }
  return { target, kept }
}

function isObjectWith(value: unknown, name: string): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, name)
}

function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one ?? null, other ?? null)
}

/** Returns whether the current version of the entity has the content of the version to restore, as a restored one. */
async function isRestoredVersion(
  tx: Tx,
  workplaceId: string,
  {
    kind: { versions },
    row,
    target,
  }: { readonly kind: RestorableKind; readonly row: Columns | null; readonly target: Columns },
): Promise<boolean> {
  if (versions === undefined || row === null) return false
  const [current] = await runSql<{ restored_from: number | null }>(
    tx,
    sql`select restored_from from ${sql.table(versions.table)}
      where workplace_id = ${workplaceId} and ${sql.ref(versions.id)} = ${row.id}::uuid and version = ${row.version}`,
  )
  return current !== undefined && current.restored_from === target.version
}
