import type { DirectoryFields } from '@millrace/contract/lists/directories'
import { directoryLimits } from '@millrace/contract/lists/directories'
import type { DirectorySession } from '../../platform/directory/directory-client.ts'
import { binaryKeys } from '../../platform/directory/directory-key.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import { type DirectoryEntry, type RawEntry, readEntry } from './directory-entry.ts'
import { type DirectoryGroup, readGroup, readMembers } from './directory-groups.ts'

/** The settings by which a directory is read: bases, filters and attributes. */
export type ReadingRules = Pick<
  DirectoryFields,
  | 'baseDn'
  | 'userFilter'
  | 'keyAttribute'
  | 'usernameAttribute'
  | 'firstNameAttribute'
  | 'lastNameAttribute'
  | 'emailAttribute'
  | 'managerAttribute'
  | 'activeRule'
  | 'activeAttribute'
  | 'groupRule'
  | 'groupBaseDn'
  | 'groupFilter'
  | 'groupNameAttribute'
  | 'memberAttribute'
>

interface Amount {
  readonly most: number
  /** Whether further entries are left out; otherwise more than `most` entries are an error. */
  readonly isCut?: boolean
}

/**
 * Reads all users of a directory.
 *
 * @throws OutgoingFailure also when the server returns an incomplete answer.
 */
export async function readUsers(
  session: DirectorySession,
  rules: ReadingRules,
  amount: Amount = { most: directoryLimits.entries },
): Promise<DirectoryEntry[]> {
  const found = await session.search({
    ...amount,
    base: rules.baseDn,
    filter: rules.userFilter,
    attributes: attributesOf(rules),
    bytes: [rules.keyAttribute, ...binaryKeys],
  })
  return found.map((raw) => readEntry(raw, rules))
}

/** Reads the groups of a directory with all their members. @throws OutgoingFailure */
export async function readGroups(
  session: DirectorySession,
  rules: ReadingRules,
  amount: Amount = { most: directoryLimits.entries },
): Promise<DirectoryGroup[]> {
  if (rules.groupRule === 'none') return []
  const { memberAttribute, groupNameAttribute: nameAttribute } = rules
  const found = await session.search({
    ...amount,
    base: rules.groupBaseDn === '' ? rules.baseDn : rules.groupBaseDn,
    filter: rules.groupFilter,
    attributes: [nameAttribute, memberAttribute],
    bytes: [],
  })
  const groups: DirectoryGroup[] = []
  for (const raw of found) {
    const read = readGroup(raw, { nameAttribute, memberAttribute })
    if (read === null) continue
    const { group, next } = read
    groups.push(next === null ? group : { ...group, members: await readAllMembers(session, rules, group, next) })
  }
  return groups
}

/** Asks for the members of a large group part by part. */
async function readAllMembers(
  session: DirectorySession,
  { memberAttribute }: ReadingRules,
  { dn, members }: DirectoryGroup,
  from: number,
): Promise<string[]> {
  const all = [...members]
  for (let next: number | null = from; next !== null; ) {
    const [raw] = await session.search({
      base: dn,
      isBaseOnly: true,
      filter: '(objectClass=*)',
      attributes: [`${memberAttribute};range=${next}-*`],
      bytes: [],
      most: 1,
    })
    const part = readMembers((raw ?? {}) as RawEntry, memberAttribute)
    for (const member of part.members) all.push(member)
    if (part.members.length === 0 || all.length > directoryLimits.entries || (part.next ?? Infinity) <= next)
      throw new OutgoingFailure(
        `Expected all members of the group ${dn.slice(0, 200)}, but the directory returns only some.`,
      )
    next = part.next
  }
  return all
}

function attributesOf(rules: ReadingRules): string[] {
  const { keyAttribute, usernameAttribute, firstNameAttribute, lastNameAttribute, emailAttribute } = rules
  const { managerAttribute, activeRule, activeAttribute } = rules
  const all = [keyAttribute, usernameAttribute, firstNameAttribute, lastNameAttribute, emailAttribute, managerAttribute]
  return [...new Set([...all, ...(activeRule === 'all' ? [] : [activeAttribute])])].filter((name) => name !== '')
}
