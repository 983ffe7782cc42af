import { api } from '@millrace/contract'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/call.ts'
import { setPageOwner } from '../../lib/api/page-owner.ts'
import { saveCoreLogoutUrl } from '../../lib/session/return-url.ts'
import { rememberSignedIn } from '../../lib/session/signed-in-hint.ts'

/**
 * Ends the session on the server and clears all data that this tab has loaded.
 *
 * @returns the address to go to: a page of the product, or the address at which the provider ends its own session. The
 * latter is stored, so that a sign-out that does not reach the provider is repeated.
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
