import { limits } from '@millrace/contract'
import type { DirectoryFields } from '@millrace/contract/lists/directories'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { refuseRightsOfGroup } from '../groups/member-rights.ts'
import { refuseGroup } from '../groups/policy.ts'
import { invalidDirectory } from './policy.ts'

/** Names of groups in the directory, in lower case, with the keys of the groups here. */
export type GroupMapping = ReadonlyMap<string, string>

/** Parses lines such as `Domain Admins = admins`. Returns a text that names the first invalid line. */
export function readGroupMapping(text: string): GroupMapping | string {
  const found = new Map<string, string>()
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue
    const split = line.lastIndexOf('=')
    const [name, key] = [line.slice(0, split).trim().toLowerCase(), line.slice(split + 1).trim()]
    if (split < 1 || name === '' || key === '')
      return `Expected lines such as “Staff = employees”, but one is “${line.trim().slice(0, 50)}”.`
    found.set(name, key)
  }
  return found
}

/**
 * Returns the keys of the groups here to which names of directory groups lead, by the rule of the directory. A group of
 * administrators is only found by a mapping, which an administrator has written: otherwise everybody who can name
 * groups in the directory could become an administrator.
 */
export function keysOfGroups(
  names: readonly string[],
  { groupRule, groupMapping }: Pick<DirectoryFields, 'groupRule' | 'groupMapping'>,
  ofAdministrators: ReadonlySet<string>,
): string[] {
  if (groupRule === 'none') return []
  if (groupRule !== 'mapped')
    return [...new Set(names.map(keyOfName).filter((key) => key !== '' && !ofAdministrators.has(key)))]
  const mapping = readGroupMapping(groupMapping)
  if (typeof mapping === 'string') return []
  return [...new Set(names.flatMap((name) => mapping.get(name.toLowerCase()) ?? []))]
}

/** Returns the key of the group here for the name of a directory group: `Domain-Users` for “Domain Users”. */
export function keyOfName(name: string): string {
  return name
    .trim()
    .replaceAll(/[^\p{L}\p{M}\p{N}_-]+/gu, '-')
    .slice(0, limits.formKey)
    .replaceAll(/^-|(?<!-)-$/g, '')
}

/**
 * Refuses with `directory.invalid` when the mapping names a group that does not exist, and with `right.missing` when a
 * group gives rights that the user lacks, because saving a mapping gives these rights to others.
 */
export async function refuseMappedGroups(tx: Tx, user: Person, fields: DirectoryFields): Promise<Refusal | null> {
  if (fields.groupRule !== 'mapped') return null
  const mapping = readGroupMapping(fields.groupMapping)
  if (typeof mapping === 'string') return invalidDirectory(mapping, 'groupMapping')
  if (mapping.size === 0)
    return invalidDirectory('Expected at least one line, such as “Staff = employees”.', 'groupMapping')
  const keys = [...new Set(mapping.values())]
  const [rows = []] = await tx.batch([
    {
      name: 'directory_mapped_groups',
      text: 'select key, id from user_group where workplace_id = $1 and key = any($2::text[]) and not is_disabled',
      values: [user.workplaceId, keys],
    },
  ])
  const ids = new Map(rows.map(([key, id]) => [key ?? '', id ?? '']))
  for (const key of keys) {
    const id = ids.get(key)
    if (id === undefined)
      return invalidDirectory(
        `Expected the key of an enabled group, but “${key.slice(0, 50)}” is none.`,
        'groupMapping',
      )
    const refusal = refuseGroup(user, key) ?? (await refuseRightsOfGroup(tx, user, id))
    if (refusal !== null) return refusal
  }
  return null
}
