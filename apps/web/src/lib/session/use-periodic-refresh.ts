import { useEffect } from 'react'
import { readRefreshedAt, refreshSession } from '../api/refresh-session.ts'

/**
 * Renews the access of the session every so many minutes, once for all tabs. It keeps an abandoned session from nothing:
 * the idle countdown goes on.
 */
export function usePeriodicRefresh(minutes: number): void {
  useEffect(() => {
    if (minutes <= 0) return
    const interval = minutes * 60_000
    const timer = setInterval(() => {
      if (Date.now() - readRefreshedAt() < interval - 1_000) return
      // That the session has ended is told elsewhere; without an answer the next one comes.
      refreshSession({ isQuiet: true }).catch(() => undefined)
    }, interval)
    return () => clearInterval(timer)
  }, [minutes])
}
