import { type Opening, openings, type ShownReach } from '@millrace/contract'
import { isNowhere } from '../../platform/auth/reach.ts'
import { reachWithoutRoles } from '../../platform/auth/rights.ts'
import type { Person } from '../../platform/auth/user.ts'

/** Returns the reach of rights that open pages to the user, in addition to the pages of their roles. */
export function presentReaches(user: Person): Partial<Record<Opening, ShownReach>> {
  return Object.fromEntries(
    openings.flatMap((right) => {
      const reach = reachWithoutRoles(user, right)
      return isNowhere(reach) ? [] : [[right, { isEverywhere: reach.isEverywhere, keys: [...reach.keys] }]]
    }),
  )
}
