import type { Person, StandIn } from '../../platform/auth/user.ts'

/**
 * Those who find a task in their lists: `a:` has it, `o:` owns it while somebody else has it; candidates as the
 * migration that makes `task_listing` names them.
 */
export type Readers = readonly (string | StandIn)[]

/** Returns the assignees whose tasks the user sees as their own: the user, and the users whose substitute they are. */
export function assignedReaders(user: Person): Readers {
  return [`a:${user.username}`, ...absentReaders(user)]
}

/** Returns the absent users whose substitute the user is. */
export function absentReaders({ standsInFor = [] }: Person): readonly StandIn[] {
  return standsInFor
}

/** Who may claim them. */
export function claimingReaders({ username, groups }: Person): readonly string[] {
  return [`u:${username}`, ...groups.map((group) => `g:${group}`)]
}

/** Who has to do with them. */
export function involvedReaders(user: Person): Readers {
  const { username, groups } = user
  return [
    ...assignedReaders(user),
    `o:${username}`,
    `U:${username}`,
    ...claimingReaders(user),
    ...groups.map((group) => `G:${group}`),
  ]
}

/** Returns whether a reader is an assignee, not a candidate. */
export function isOwn(reader: Readers[number]): boolean {
  return typeof reader !== 'string' || /^[ao]:/.test(reader)
}

/** Who might claim them. */
export function isCandidate(reader: Readers[number]): reader is string {
  return !isOwn(reader)
}
