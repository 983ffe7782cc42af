import { type Opening, openings, type ShownReach } from '@millrace/contract'
import { isNowhere } from '../../platform/auth/reach.ts'
import { reachWithoutRoles } from '../../platform/auth/rights.ts'
import type { Person } from '../../platform/auth/user.ts'

/** Returns what the user reaches by rights that open pages, beside what roles of the product open. */
export function presentReaches(user: Person): Partial<Record<Opening, ShownReach>> {
  return Object.fromEntries(
    openings.flatMap((right) => {
      const reach = reachWithoutRoles(user, right)
      return isNowhere(reach) ? [] : [[right, { isEverywhere: reach.isEverywhere, keys: [...reach.keys] }]]
    }),
  )
}
