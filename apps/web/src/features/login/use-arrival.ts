import { useEffect } from 'react'
import { setPageOwner } from '../../lib/api/page-owner.ts'
import { saveReturnUrl, takeCoreLogoutUrl } from '../../lib/session/return-url.ts'
import { rememberSignedIn } from '../../lib/session/signed-in-hint.ts'
import { useSearchState } from '../../lib/use-search-state.ts'

/** Whoever is here is signed out, here and at the provider; where to go afterwards may be in the address. */
export function useArrival(): void {
  const [{ returnUrl }] = useSearchState()
  useEffect(() => {
    rememberSignedIn(false)
    setPageOwner(null)
    takeCoreLogoutUrl()
    if (returnUrl !== undefined) saveReturnUrl(returnUrl)
  }, [returnUrl])
}
