import { type Opening, openings, type ShownReach } from '@millrace/contract'
import { isNowhere } from '../../platform/auth/reach.ts'
import { reachOf } from '../../platform/auth/rights.ts'
import type { Person } from '../../platform/auth/user.ts'

/** Returns what the user reaches by rights that open pages, beside their roles. */
export function presentReaches(user: Person): Partial<Record<Opening, ShownReach>> {
  return Object.fromEntries(
    openings.flatMap((right) => {
      const reach = reachOf(user, right)
      return isNowhere(reach) ? [] : [[right, { isEverywhere: reach.isEverywhere, keys: [...reach.keys] }]]
    }),
  )
}
