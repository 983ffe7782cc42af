import type { PackageDifference, PackageResult } from '@millrace/contract'
import { sql } from 'kysely'
import type { Person } from '../../platform/auth/user.ts'
import { canonicalJson } from '../../platform/canonical-json.ts'
import type { Tx } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import { hashContent, sha256 } from './canonical.ts'
import { listDifferences } from './differences.ts'
import { findItems, kindOf } from './find-items.ts'
import type { FoundItem, PackageItem } from './package-kind.ts'
import { refuseItem } from './policy.ts'
import { refText } from './references.ts'

/** The action that an import plans for an item. */
export interface PlannedItem {
  readonly item: PackageItem
  readonly existing: FoundItem | null
  readonly result: PackageResult
  readonly message: string | null
  readonly differences: readonly PackageDifference[]
  readonly differenceCount: number
  readonly canReplace: boolean
  readonly canRename: boolean
}

/** Compares each item of a package with the item of the same key here. */
export async function planItems(tx: Tx, user: Person, items: readonly PackageItem[]): Promise<PlannedItem[]> {
  const { workplaceId } = user
  const withRows = items.some(({ content }) => 'rows' in content && content.rows !== null)
  const found = await findItems(tx, workplaceId, items, { withRows })
  const last = await findLastImported(tx, workplaceId, items)
  return items.map((item) => planItem(user, item, found.get(refText(item)) ?? null, last.get(refText(item)) ?? null))
}

interface LastImported {
  readonly packageHash: string
  readonly hash: string
}

/** Finds the states of items at the end of their last import, unless it was rolled back. */
async function findLastImported(
  tx: Tx,
  workplaceId: string,
  items: readonly PackageItem[],
): Promise<Map<string, LastImported>> {
  const rows = await runSql<{ kind: PackageItem['kind']; key: string } & Record<'package_hash' | 'hash', string>>(
    tx,
    sql`select distinct on (i.kind, lower(i.package_key)) i.kind, i.package_key as key, i.package_hash, i.hash
      from package_import_item i join package_import p on p.workplace_id = i.workplace_id and p.id = i.import_id
      where i.workplace_id = ${workplaceId} and p.state = 'done' and i.key = i.package_key and lower(i.package_key) = any(${items.map(({ key }) => key.toLowerCase())}::text[])
      order by i.kind, lower(i.package_key), p.ended_at desc, p.id desc`,
  )
  return new Map(rows.map((row) => [refText(row), { packageHash: row.package_hash, hash: row.hash }]))
}

function planItem(user: Person, item: PackageItem, existing: FoundItem | null, last: LastImported | null): PlannedItem {
  const { canRename } = kindOf(item.kind)
  const refusal = refuseItem(user, item)
  const base = { item, existing, message: null, differences: [], differenceCount: 0, canReplace: true, canRename }
  if (existing === null) {
    if (refusal !== null) return { ...base, result: 'refused', message: refusal.message }
    return { ...base, result: 'new' }
  }
  const here = comparable(existing.content, item.content)
  const isUnchanged = last?.hash === hashContent(here)
  const hasSameRows = canonicalJson(rowsOf(here)) === canonicalJson(rowsOf(item.content))
  const isKnown = isUnchanged && last?.packageHash === hashContent(item.content) && hasSameRows
  if (isKnown || canonicalJson(here) === canonicalJson(item.content)) {
    if (!existing.isDisabled) return { ...base, result: 'same' }
  }
  if (refusal !== null) return { ...base, result: 'refused', message: refusal.message }
  const { differences, count: differenceCount } = listDifferences(here, item.content)
  const compared = { ...base, differences, differenceCount }
  if (existing.isDisabled)
    return {
      ...compared,
      result: 'conflict',
      canReplace: false,
      message: 'It is disabled here. Restore it first to replace it.',
    }
  const owner = ownerOf(existing.content)
  if (owner !== null && owner.toLowerCase() !== ownerOf(item.content)?.toLowerCase())
    return {
      ...compared,
      result: 'conflict',
      canReplace: false,
      message: `Its key is in the application “${owner}” here.`,
    }
  if (last === null)
    return { ...compared, result: 'conflict', message: 'It exists here and did not come from a package.' }
  if (!isUnchanged) return { ...compared, result: 'conflict', message: 'It was changed here since the last import.' }
  return { ...compared, result: 'update' }
}

/**
 * Returns the stamp of an existing item as a plan shows it. Users send it with their decisions, so that an import
 * replaces only what they have seen.
 */
export function shownStamp({ stamp }: FoundItem): string {
  return sha256(stamp)
}

/** The content here, without rows and without a design where the package has none: what is here stays then. */
function comparable(here: object, packed: object): object {
  if ('rows' in here && rowsOf(packed) === null) return { ...here, rows: null }
  return 'design' in packed && packed.design === null ? { ...here, design: null } : here
}

function rowsOf(content: object): unknown {
  return 'rows' in content ? content.rows : null
}

function ownerOf(content: object): string | null {
  return 'application' in content ? String(content.application) : null
}
