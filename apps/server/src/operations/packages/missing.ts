import { sql } from 'kysely'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import { findItems } from './find-items.ts'
import type { PackageItem, PackageRef } from './package-kind.ts'
import { type References, refText } from './references.ts'

/** A name in a package that does not exist here, with names of the items that use it. */
interface MissingName {
  readonly name: string
  readonly usedBy: readonly string[]
}

export interface Missing {
  readonly users: readonly MissingName[]
  readonly groups: readonly MissingName[]
  /** Other items that exist neither in the workplace nor in the package. */
  readonly items: readonly (PackageRef & { readonly usedBy: readonly string[] })[]
}

/** Finds names of users, groups and other items that exist neither here nor in the package. */
export async function findMissing(
  tx: Tx,
  { workplaceId }: Person,
  items: readonly PackageItem[],
  references: readonly References[],
): Promise<Missing> {
  const packed = new Set(items.map(refText))
  const users = new Map<string, string[]>()
  const named = new Map<string, { ref: PackageRef; usedBy: string[] }>()
  for (const [index, item] of items.entries()) {
    for (const name of references[index]?.users ?? []) users.set(name, [...(users.get(name) ?? []), item.name])
    for (const ref of [...(references[index]?.owners ?? []), ...(references[index]?.named ?? [])]) {
      const text = refText(ref)
      if (packed.has(text)) continue
      named.set(text, { ref, usedBy: [...(named.get(text)?.usedBy ?? []), item.name] })
    }
  }
  const rows = await runSql<{ username: string }>(
    tx,
    sql`select username from app_user where workplace_id = ${workplaceId} and username = any(${[...users.keys()]}::text[])`,
  )
  const known = new Set(rows.map(({ username }) => username))
  const found = await findItems(
    tx,
    workplaceId,
    [...named.values()].map(({ ref }) => ref),
    { withRows: false },
  )
  const gone = [...named].filter(([text]) => !found.has(text)).map(([, one]) => one)
  const each = (names: readonly string[]) => [...new Set(names)]
  return {
    users: [...users].filter(([name]) => !known.has(name)).map(([name, usedBy]) => ({ name, usedBy: each(usedBy) })),
    groups: gone
      .filter(({ ref }) => ref.kind === 'group')
      .map(({ ref, usedBy }) => ({ name: ref.key, usedBy: each(usedBy) })),
    items: gone.filter(({ ref }) => ref.kind !== 'group').map(({ ref, usedBy }) => ({ ...ref, usedBy: each(usedBy) })),
  }
}
