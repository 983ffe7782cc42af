import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { paths } from '../config/paths.ts'
import { onSessionEnd } from '../lib/api/refresh-session.ts'
import { saveReturnUrl } from '../lib/session/return-url.ts'
import type { AppRouter } from './router.tsx'

/** When any call finds that the session has ended: keeps the address, forgets what was loaded and goes to sign in. */
export function useSessionEnd(router: AppRouter, queryClient: QueryClient): void {
  useEffect(
    () =>
      onSessionEnd(() => {
        const { pathname, href } = router.state.location
        // While the guard of the first page loads the session, it sends to the sign-in page itself.
        if (pathname === paths.login || !queryClient.getQueryData(['session'])) return
        saveReturnUrl(href)
        // The shell goes first: it cannot be shown without a session.
        void router.navigate({ to: paths.login }).then(() => queryClient.clear())
      }),
    [router, queryClient],
  )
}
