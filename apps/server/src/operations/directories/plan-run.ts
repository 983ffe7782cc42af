import type { DirectoryFields } from '@millrace/contract/lists/directories'
import { orderRows } from '../user-imports/order-rows.ts'
import { type DirectoryEntry, normalizeDn } from './directory-entry.ts'
import { keyOfName, keysOfGroups } from './group-mapping.ts'

/** A user who is already linked to an entry of the directory. */
export interface KnownUser {
  readonly userId: string
  readonly key: string
  readonly username: string
  readonly dn: string
  /** Whether the last run found them. */
  readonly isPresent: boolean
  /** Keys of groups that the directory gave them. */
  readonly groups: readonly string[]
}

/** The values that a run takes from an entry. Null: the directory has no value, and the user keeps the present one. */
export interface UserData {
  readonly username: string | null
  readonly firstName: string | null
  readonly lastName: string | null
  readonly email: string | null
  /** Key of the entry. */
  readonly manager: string | null
  /** The distinguished name of the manager, which may have no entry; null: the directory names no other user. */
  readonly managerDn: string | null
  /** Keys of the groups of this workplace that the user joins. */
  readonly groups: readonly string[]
}

export type RunRow = {
  readonly entryKey: string
  readonly dn: string
  readonly name: string
} & (
  | { readonly kind: 'group'; readonly data: { readonly name: string } }
  | { readonly kind: 'user'; readonly data: UserData }
  | { readonly kind: 'leaver'; readonly data: { readonly isInactive: boolean } }
)

export interface Read {
  readonly entries: readonly (DirectoryEntry & { readonly groups: readonly string[] })[]
  readonly known: readonly KnownUser[]
  /** Keys of all groups of the workplace. */
  readonly existingGroups: ReadonlySet<string>
  /** Keys of groups whose members are administrators, or would become administrators. */
  readonly ofAdministrators: ReadonlySet<string>
}

export interface Allowance extends Pick<DirectoryFields, 'groupRule' | 'groupMapping' | 'thresholdPercent'> {
  /** The confirmed number of users to disable; null: not confirmed. */
  readonly confirmed: { readonly leavers: number; readonly losers: number } | null
}

export interface RunPlan {
  /** The order of work: groups, then users with managers before those who name them, then users who left. */
  readonly rows: readonly RunRow[]
  /** Users who were there at the last run. */
  readonly known: number
  readonly leavers: number
  /** Users who would lose a group that the directory gave them. */
  readonly losers: number
  /** Whether a user has to confirm the run first. */
  readonly isDoubtful: boolean
}

/**
 * Decides from a complete answer of a directory what a run changes. A wrong filter or a lost permission makes it seem
 * that many users have left: beyond the threshold, nobody is changed until a user confirms the run. A single leaver
 * needs no confirmation unless the threshold is 0; an answer without users always needs one.
 */
export function planRun({ entries, known, existingGroups, ofAdministrators }: Read, allowance: Allowance): RunPlan {
  const byKey = new Map<string, Read['entries'][number]>()
  for (const entry of entries) if (entry.key !== null && !byKey.has(entry.key)) byKey.set(entry.key, entry)
  const links = new Map(known.map((user) => [user.key, user]))
  const active = [...byKey.values()].filter(({ isActive }) => isActive)
  const users = active.map((entry) => ({ entry, groups: keysOfGroups(entry.groups, allowance, ofAdministrators) }))
  const leavers = known
    .filter(({ isPresent, key }) => isPresent && byKey.get(key)?.isActive !== true)
    .map(
      (user): RunRow => ({
        ...{ kind: 'leaver', entryKey: user.key, dn: user.dn, name: user.username },
        data: { isInactive: byKey.has(user.key) },
      }),
    )
  const losers = users.filter(({ entry, groups }) => {
    const link = links.get(entry.key ?? '')
    return link?.isPresent === true && link.groups.some((key) => !groups.includes(key))
  }).length
  const present = known.filter(({ isPresent }) => isPresent).length
  return {
    rows: [...planGroups(users, existingGroups, allowance), ...planUsers(users, entries), ...leavers],
    known: present,
    leavers: leavers.length,
    losers,
    isDoubtful: isDoubtful({ present, leavers: leavers.length, losers, active: active.length }, allowance),
  }
}

interface Counted {
  readonly present: number
  readonly leavers: number
  readonly losers: number
  readonly active: number
}

function isDoubtful(
  { present, leavers, losers, active }: Counted,
  { thresholdPercent, confirmed }: Allowance,
): boolean {
  if (confirmed !== null && leavers <= confirmed.leavers && losers <= confirmed.losers) return false
  const allowed = thresholdPercent === 0 ? 0 : Math.max(1, Math.floor((present * thresholdPercent) / 100))
  return leavers > allowed || losers > allowed || (leavers > 0 && active === 0)
}

interface Planned {
  readonly entry: Read['entries'][number]
  readonly groups: readonly string[]
}

function planGroups(users: readonly Planned[], existing: ReadonlySet<string>, { groupRule }: Allowance): RunRow[] {
  if (groupRule !== 'create') return []
  const wanted = new Set(users.flatMap(({ groups }) => groups))
  const names = new Map(users.flatMap(({ entry }) => entry.groups.map((name) => [keyOfName(name), name] as const)))
  return [...names]
    .filter(([key]) => wanted.has(key) && !existing.has(key))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, name]) => ({ kind: 'group', entryKey: '', dn: '', name: key, data: { name } }))
}

function planUsers(users: readonly Planned[], entries: Read['entries']): RunRow[] {
  const keys = new Map(entries.map(({ dn, key }) => [normalizeDn(dn), key]))
  const rows = users.map(({ entry, groups }): RunRow & { kind: 'user' } => {
    const { key, dn, username, firstName, lastName, email, managerDn } = entry
    const manager = managerDn === null ? null : (keys.get(normalizeDn(managerDn)) ?? null)
    return {
      ...{ kind: 'user', entryKey: key ?? '', dn, name: username ?? dn },
      data: {
        ...{ username, firstName, lastName, email, groups },
        ...(manager !== null && manager === key ? { manager: null, managerDn: null } : { manager, managerDn }),
      },
    }
  })
  const order = orderRows(
    rows.map(({ entryKey, data }, position) => ({ position, username: entryKey, manager: data.manager ?? '' })),
  )
  const keyless = entries
    .filter(({ key, isActive }) => key === null && isActive)
    .map(
      (entry): RunRow => ({
        ...{ kind: 'user', entryKey: '', dn: entry.dn, name: entry.username ?? entry.dn },
        data: {
          username: null,
          firstName: null,
          lastName: null,
          email: null,
          manager: null,
          managerDn: null,
          groups: [],
        },
      }),
    )
  return [...order.flatMap((position) => rows[position] ?? []), ...keyless]
}
