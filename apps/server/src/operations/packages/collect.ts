import { packageLimits } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { findItems, kindOf } from './find-items.ts'
import { packageKindNames } from './kinds/index.ts'
import type { FoundItem, PackageReading, PackageRef } from './package-kind.ts'
import { refuseItem } from './policy.ts'
import { listReferences, refText } from './references.ts'

interface CollectedItem {
  readonly item: FoundItem
  readonly isChosen: boolean
  /** Name of an item that needs it. */
  readonly neededBy: string | null
}

export interface Collected {
  /** The items, in the order in which an import writes them. */
  readonly items: readonly CollectedItem[]
  /** Sentences about content that is not in the package. */
  readonly notes: readonly string[]
}

export interface Selection {
  readonly items: readonly PackageRef[]
  readonly withRows: boolean
}

/**
 * Collects items with everything that they need and that the user may export, without rows of data lists. Refuses with
 * `thing.not-found` when a chosen item does not exist.
 */
export async function collect(
  { db, runtime }: PackageReading,
  request: Request,
  { items: chosen }: Pick<Selection, 'items'>,
): Promise<Collected | Refusal> {
  const { workplaceId } = request
  const collected = new Map<string, CollectedItem>()
  const missing = new Set<string>()
  const notes: string[] = []
  let pending: { ref: PackageRef; neededBy: string | null }[] = chosen.map((ref) => ({ ref, neededBy: null }))
  while (pending.length > 0) {
    const asked = new Map(pending.map((one) => [refText(one.ref), one]))
    const refs = [...asked.values()].map(({ ref }) => ref)
    const found = await db.read(request, (tx) => findItems(tx, workplaceId, refs, { withRows: false }))
    const added: FoundItem[] = []
    for (const [text, { ref, neededBy }] of asked) {
      const item = found.get(text)
      const refusal = refuseItem(request.user, ref)
      if (refusal !== null && neededBy === null) return refusal
      if (refusal !== null) {
        missing.add(text)
        notes.push(`“${neededBy}” names ${kindOf(ref.kind).one} “${ref.key}”, which your roles do not let you export.`)
        continue
      }
      if (item === undefined || item.isDisabled) {
        if (neededBy === null)
          return refuse(
            'thing.not-found',
            `Expected ${kindOf(ref.kind).one} “${ref.key}”, but it does not exist or is disabled.`,
          )
        missing.add(text)
        notes.push(
          `“${neededBy}” names ${kindOf(ref.kind).one} “${ref.key}”, which ${item === undefined ? 'does not exist' : 'is disabled'}.`,
        )
        continue
      }
      collected.set(text, { item, isChosen: neededBy === null, neededBy })
      added.push(item)
    }
    if (collected.size > packageLimits.items)
      return refuse(
        'package.too-large',
        `Expected a package of at most ${packageLimits.items} items, but it would have more. Export fewer applications.`,
      )
    const references = await listReferences(runtime, request, added)
    const parts = await db.read(request, (tx) => listPartsOf(tx, workplaceId, added))
    const next = [
      ...parts.map(({ application, ...ref }) => ({ ref, neededBy: application })),
      ...added.flatMap(({ name }, index) => {
        const { owners, named } = references[index] ?? { owners: [], named: [] }
        return [...owners, ...named].map((ref) => ({ ref, neededBy: name }))
      }),
    ]
    pending = next.filter(({ ref }) => !collected.has(refText(ref)) && !missing.has(refText(ref)))
  }
  const ordered = [...collected.values()].sort(
    (a, b) =>
      packageKindNames.indexOf(a.item.kind) - packageKindNames.indexOf(b.item.kind) ||
      (a.item.key.toLowerCase() < b.item.key.toLowerCase() ? -1 : 1),
  )
  return { items: ordered, notes }

  /** Lists the enabled parts of the chosen applications. For a chosen part, only its application is included. */
  async function listPartsOf(tx: Tx, workplace: string, added: readonly FoundItem[]) {
    const ids = added
      .filter((item) => item.kind === 'application' && collected.get(refText(item))?.isChosen === true)
      .map(({ id }) => id)
    if (ids.length === 0) return []
    return runSql<PackageRef & { readonly application: string }>(
      tx,
      sql`select 'form' as kind, f.form_key as key, a.name as application from form f join application a on a.workplace_id = f.workplace_id and a.id = f.application_id
          where f.workplace_id = ${workplace} and f.application_id = any(${ids}::uuid[]) and not f.is_disabled
        union all select 'decision', d.decision_key, a.name from app_decision d join application a on a.workplace_id = d.workplace_id and a.id = d.application_id
          where d.workplace_id = ${workplace} and d.application_id = any(${ids}::uuid[]) and not d.is_disabled
        union all select 'process', p.process_key, a.name from app_process p join application a on a.workplace_id = p.workplace_id and a.id = p.application_id
          where p.workplace_id = ${workplace} and p.application_id = any(${ids}::uuid[]) and not p.is_disabled`,
    )
  }
}
