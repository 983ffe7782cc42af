import type { Hides, Place } from '../db/actor.ts'
import { isNowhere, isUnlimited, reaches } from './reach.ts'
import { reachOf } from './rights.ts'
import type { Person } from './user.ts'

/**
 * Returns the restricted variables that a user does not see: PostgreSQL leaves them out of everything that is read for
 * the user (decision 114). Null where nothing is hidden.
 */
export function hidesFrom(user: Person): Hides | null {
  const { restricted = [] } = user
  if (restricted.length === 0) return null
  const reach = reachOf(user, 'variables.restricted')
  if (isUnlimited(reach)) return null
  const shows = isNowhere(reach) ? '' : `${reach.isEverywhere ? '-' : '+'}${JSON.stringify([...reach.keys])}`
  return { names: `^(?:${restricted.map(toRegex).join('|')})$`, shows }
}

/**
 * Returns the function that tells whether a variable of a process is hidden from the user, for values that are not read
 * from variables.
 */
export function hidingFrom(user: Person): (name: string, processKey: string | null) => boolean {
  const { restricted = [] } = user
  if (restricted.length === 0) return () => false
  const reach = reachOf(user, 'variables.restricted')
  if (isUnlimited(reach)) return () => false
  return (name, processKey) => !reaches(reach, processKey) && isRestricted(restricted, name)
}

/** Returns a context for reading without hiding restricted variables: forms show the fields that their designer chose. */
export function withoutHiding({ workplaceId, patience, maxAge }: Place): Place {
  return { workplaceId, patience, maxAge }
}

/** Returns whether a name is restricted, without regard to upper and lower case. */
export function isRestricted(patterns: readonly string[], name: string): boolean {
  const given = name.toLowerCase()
  return patterns.some((pattern) => {
    const text = pattern.replaceAll('*', '').toLowerCase()
    if (pattern.startsWith('*') && pattern.endsWith('*')) return given.includes(text)
    if (pattern.startsWith('*')) return given.endsWith(text)
    return pattern.endsWith('*') ? given.startsWith(text) : given === text
  })
}

function toRegex(pattern: string): string {
  return pattern.replaceAll(/[\\^$.|?+()[\]{}]/g, '\\$&').replaceAll('*', '.*')
}
