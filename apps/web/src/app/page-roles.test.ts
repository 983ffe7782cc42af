import { type Role, roles } from '@millrace/contract'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import type { Session } from '../lib/session/session.ts'
import { sessionQuery } from '../lib/session/session.ts'
import { specifiedRoutes } from '../testing/specified-routes.ts'
import { createAppRouter } from './router.tsx'

const queryClient = new QueryClient()
const router = createAppRouter({ queryClient })

/** What the guards of an address say to whoever has one role: nothing where they let them through. */
async function enter(path: string, role: Role): Promise<unknown> {
  queryClient.setQueryData(sessionQuery.queryKey, { roles: new Set([role]), reaches: {} } as unknown as Session)
  const [matches] = router.getMatchedRoutes(path)
  try {
    for (const { options } of matches) await options.beforeLoad?.(inputOf(path))
    return null
  } catch (refusal) {
    return refusal
  }
}

// Of what the router hands to guards, what ours take.
const inputOf = (path: string) => ({ context: { queryClient }, location: { href: path, pathname: path } }) as never

const home = '/category/view/Home'

/** Each page of the specification by each role alone: a page asks whether somebody has one of its roles, so that is all. */
describe.each(specifiedRoutes)('$path', ({ path, roles: needed }) => {
  it('lets in a user who has one of its roles, and nobody else', async () => {
    for (const role of roles) {
      const refusal = await enter(path, role)
      if (needed.includes(role)) expect([role, refusal]).toEqual([role, null])
      // Home leads everybody to the first page that is theirs.
      else if (path === home) expect([role, refusal]).toEqual([role, expect.anything()])
      else expect([role, refusal]).toMatchObject([role, { options: { to: '/unauthorizedError' } }])
    }
  })
})
