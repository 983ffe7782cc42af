import type { Person, StandIn } from '../../platform/auth/user.ts'

/**
 * The readers who find a task in their lists: `a:` is its assignee, `o:` its owner while another user is the assignee;
 * candidates are named as in the migration that creates `task_listing`.
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

/** Returns the readers by which a user may claim tasks: the user and their groups. */
export function claimingReaders({ username, groups }: Person): readonly string[] {
  return [`u:${username}`, ...groups.map((group) => `g:${group}`)]
}

/** Returns the readers by which a user is involved in tasks. */
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

/** Returns whether a reader is a candidate of tasks. */
export function isCandidate(reader: Readers[number]): reader is string {
  return !isOwn(reader)
}
