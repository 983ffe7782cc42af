import { useEffect } from 'react'
import { readRefreshedAt, refreshSession } from '../api/refresh-session.ts'

/** Milliseconds. A renewal is known from its answer on, which must not make the next one look too early. */
const slowestAnswer = 30_000

/**
 * Refreshes the session at an interval in minutes, once for all tabs. The idle countdown continues, so that an
 * abandoned session ends nevertheless.
 */
export function usePeriodicRefresh(minutes: number): void {
  useEffect(() => {
    if (minutes <= 0) return
    const interval = minutes * 60_000
    const timer = setInterval(() => {
      if (Date.now() - readRefreshedAt() < interval - slowestAnswer) return
      // That the session has ended is told elsewhere; without an answer the next one comes.
      refreshSession({ isQuiet: true }).catch(() => undefined)
    }, interval)
    return () => clearInterval(timer)
  }, [minutes])
}
