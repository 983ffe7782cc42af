import { api } from '@millrace/contract'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/call.ts'
import { setPageOwner } from '../../lib/api/page-owner.ts'
import { saveCoreLogoutUrl } from '../../lib/session/return-url.ts'
import { rememberSignedIn } from '../../lib/session/signed-in-hint.ts'

/**
 * Ends the session on the server and forgets all that this tab has loaded.
 *
 * @returns where to go on: a page of ours, or the address at which the provider ends its own session. That one is kept,
 *   so that a sign-out that never gets there is made up for.
 */
export async function endSession(
  queryClient: QueryClient,
  contract: typeof api.auth.logout | typeof api.auth.logoutUnauthorized = api.auth.logout,
): Promise<string> {
  const { location } = await call(contract)
  queryClient.clear()
  rememberSignedIn(false)
  setPageOwner(null)
  if (!location.startsWith('/')) saveCoreLogoutUrl(location)
  return location
}
