import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { paths } from '../config/paths.ts'
import { onSessionEnd } from '../lib/api/refresh-session.ts'
import { hasIdleEnd } from '../lib/session/idle-end.ts'
import { saveReturnUrl } from '../lib/session/return-url.ts'
import type { AppRouter } from './router.tsx'

/**
 * Handles the end of the session, when any call reports it: stores the address, clears loaded data, and opens the
 * sign-in page, or the page with the reason when another tab ended it because of inactivity.
 */
export function useSessionEnd(router: AppRouter, queryClient: QueryClient): void {
  useEffect(
    () =>
      onSessionEnd(() => {
        // Where it is going, which another call or tab may have decided just now.
        const { pathname, href } = router.latestLocation
        // While the guard of the first page loads the session, it sends to the sign-in page itself.
        const isLeaving = pathname === paths.login || pathname === paths.sessionEnded
        if (isLeaving || !queryClient.getQueryData(['session'])) return
        saveReturnUrl(href)
        // The shell goes first: it cannot be shown without a session.
        void router.navigate({ to: hasIdleEnd() ? paths.sessionEnded : paths.login }).then(() => queryClient.clear())
      }),
    [router, queryClient],
  )
}
