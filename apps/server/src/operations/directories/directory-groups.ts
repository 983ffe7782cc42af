import { normalizeDn, type RawEntry, readText, valuesOf } from './directory-entry.ts'

/** A group in the format of a directory. */
export interface DirectoryGroup {
  readonly dn: string
  readonly name: string
  /** Normalized distinguished names of users and groups, and user names in lower case. */
  readonly members: readonly string[]
}

/**
 * Reads a group from an entry. `next` is the position from which further members have to be requested; null when all
 * are included.
 *
 * @returns null for an entry that is not a group.
 */
export function readGroup(
  raw: RawEntry,
  { nameAttribute, memberAttribute }: { readonly nameAttribute: string; readonly memberAttribute: string },
): { readonly group: DirectoryGroup; readonly next: number | null } | null {
  const name = readText(raw, nameAttribute, 300)
  const dn = readText(raw, 'dn', 2_000)
  if (name === null || dn === null) return null
  const { members, next } = readMembers(raw, memberAttribute)
  return { group: { dn, name, members }, next }
}

/**
 * Reads the values of an attribute of members. Active Directory returns many of them in parts, as
 * `member;range=0-1499` and so on to `member;range=1500-*`.
 */
export function readMembers(
  raw: RawEntry,
  attribute: string,
): { readonly members: string[]; readonly next: number | null } {
  const wanted = `${attribute.toLowerCase()};range=`
  const ranged = Object.keys(raw).find((name) => name.toLowerCase().startsWith(wanted))
  const end = ranged === undefined ? '*' : (ranged.slice(wanted.length).split('-')[1] ?? '*')
  const last = Number(end)
  return {
    members: valuesOf(raw, ranged ?? attribute)
      .filter((value) => typeof value === 'string')
      .map(normalizeDn),
    next: end === '*' || !Number.isInteger(last) ? null : last + 1,
  }
}

/**
 * Returns the names of the groups of a user: groups that list the user as a member, and the groups that contain these,
 * at any depth. Cycles are followed once.
 */
export function findGroupsOf(groups: readonly DirectoryGroup[]): (dn: string, username: string | null) => string[] {
  const holders = new Map<string, DirectoryGroup[]>()
  for (const group of groups)
    for (const member of group.members) {
      const known = holders.get(member)
      if (known === undefined) holders.set(member, [group])
      else known.push(group)
    }
  return (dn, username) => {
    const found = new Set<DirectoryGroup>()
    const waiting = [normalizeDn(dn), ...(username === null ? [] : [username.toLowerCase()])]
    for (let member = waiting.pop(); member !== undefined; member = waiting.pop())
      for (const group of holders.get(member) ?? []) {
        if (found.has(group)) continue
        found.add(group)
        waiting.push(normalizeDn(group.dn))
      }
    return [...new Set([...found].map(({ name }) => name))].sort()
  }
}
