import { sessionLimits } from '@millrace/contract'
import { useEffect, useEffectEvent } from 'react'
import { refreshSession } from '../api/refresh-session.ts'

/** Refreshes the session at an interval in seconds (specification, section 4, standalone page). */
export function useStandaloneRefresh(onFailure: () => void): void {
  const fail = useEffectEvent(onFailure)
  useEffect(() => {
    let ticks = 0
    const timer = setInterval(() => {
      ticks += 1
      if (ticks % sessionLimits.standaloneRefreshTicks === 0) refreshSession({ isQuiet: true }).catch(() => fail())
    }, 1_000)
    return () => clearInterval(timer)
  }, [])
}
