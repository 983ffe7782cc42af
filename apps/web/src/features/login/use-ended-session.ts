import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { endSession } from './end-session.ts'

/** Ends the session on the server too, and clears all data that this tab has loaded. */
export function useEndedSession(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    queryClient.clear()
    // The server ends it by its own clock as well, so a failure here changes nothing.
    endSession(queryClient).catch(() => undefined)
  }, [queryClient])
}
