import * as react from 'react'

/**
 * React keeps a stack and a task for every element that is made, to show in a debugger who made it: that was an eighth
 * of what tests of pages cost. It has a limit, beyond which it keeps none, and says the same of a page that is wrong.
 * Should a later React count in another way, tests take longer, and nothing else.
 */
const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
const counters: unknown = Reflect.get(react, internals)
if (typeof counters === 'object' && counters !== null)
  Object.defineProperty(counters, 'recentlyCreatedOwnerStacks', { get: () => Number.POSITIVE_INFINITY, set: () => {} })
