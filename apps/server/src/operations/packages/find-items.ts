import type { PackageKindName } from '@millrace/contract'
import type { Tx } from '../../platform/db/database.ts'
import { packageKindNames, packageKinds } from './kinds/index.ts'
import type { FoundItem, PackageKind, PackageRef } from './package-kind.ts'
import { refText } from './references.ts'

/** Finds items of a workplace by their names or keys. Missing ones are left out. */
export async function findItems(
  tx: Tx,
  workplaceId: string,
  refs: readonly PackageRef[],
  { withRows }: { readonly withRows: boolean },
): Promise<Map<string, FoundItem>> {
  const found = new Map<string, FoundItem>()
  for (const kind of packageKindNames) {
    const keys = refs.filter((ref) => ref.kind === kind).map(({ key }) => key)
    if (keys.length === 0) continue
    for (const item of await kindOf(kind).find(tx, workplaceId, { keys, withRows })) found.set(refText(item), item)
  }
  return found
}

/** Returns the definition of a kind of package item, by its name. */
export function kindOf(kind: PackageKindName): PackageKind {
  return packageKinds[kind]
}
