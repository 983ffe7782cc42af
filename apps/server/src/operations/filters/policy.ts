import { isNowhere, reaches } from '../../platform/auth/reach.ts'
import { type Right, reachOf } from '../../platform/auth/rights.ts'
import type { Person } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { need, needScope, needSomewhere } from '../rights.ts'

interface Owned {
  readonly id: string
  readonly owner: string | null
}

/**
 * Checks that the user may store a filter: their own, or one of another user with permission to change all filters.
 * Returns null if so, otherwise a refusal.
 */
export function refuseNewFilter(user: Person, owner: string | null): Refusal | null {
  const refusal = needSomewhere(user, 'filters.create')
  if (refusal !== null || owner === user.username) return refusal
  return need(user, 'filters.change')
}

/**
 * Checks that the user may perform an action on a filter, as its owner or by an authorization. Returns null if so,
 * otherwise a refusal.
 */
export function refuseFilter(user: Person, right: FilterRight, filter: Owned | undefined): Refusal | null {
  const refusal = needScope(user, right === 'filters.read' ? 'read' : 'work')
  if (refusal !== null) return refusal
  if (filter === undefined) {
    // Whoever has to do with no filter is told so, whatever the id.
    return isNowhere(reachOf(user, right)) ? needSomewhere(user, right) : gone()
  }
  const reach = reachOf(user, right)
  if (reaches(reach, filter.id) || (filter.owner === user.username && user.token?.processKeys == null)) return null
  return isNowhere(reach) ? needSomewhere(user, right) : gone()
}

export type FilterRight = Extract<Right, `filters.${string}`>

function gone(): Refusal {
  return refuse('thing.not-found', 'Expected a filter that you may see, but there is none with this id.')
}
