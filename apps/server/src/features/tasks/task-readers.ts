import type { Person, StandIn } from '../../platform/auth/user.ts'

/**
 * Those who find a task in their lists: `a:` has it, `o:` owns it while somebody else has it; candidates as the
 * migration that makes `task_listing` names them.
 */
export type Readers = readonly (string | StandIn)[]

/** Whose tasks they are: the user's, and those of users whose substitute they are. */
export function assignedReaders(user: Person): Readers {
  return [`a:${user.username}`, ...absentReaders(user)]
}

/** Those for whom they are in. */
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

/** Whose own tasks they are, and not those of a candidate. */
export function isOwn(reader: Readers[number]): boolean {
  return typeof reader !== 'string' || /^[ao]:/.test(reader)
}

/** Who might claim them. */
export function isCandidate(reader: Readers[number]): reader is string {
  return !isOwn(reader)
}
