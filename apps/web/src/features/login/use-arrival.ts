import { useEffect } from 'react'
import { setPageOwner } from '../../lib/api/page-owner.ts'
import { saveReturnUrl, takeCoreLogoutUrl } from '../../lib/session/return-url.ts'
import { rememberSignedIn } from '../../lib/session/signed-in-hint.ts'
import { useSearchState } from '../../lib/use-search-state.ts'

/** Marks the user as signed out in this tab when the sign-in page opens, and stores the return address of its URL. */
export function useArrival(): void {
  const [{ returnUrl }] = useSearchState()
  useEffect(() => {
    rememberSignedIn(false)
    setPageOwner(null)
    takeCoreLogoutUrl()
    if (returnUrl !== undefined) saveReturnUrl(returnUrl)
  }, [returnUrl])
}
