import { sessionLimits } from '@millrace/contract'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { lazyPart } from '../../../components/lazy-part/lazy-part.tsx'
import { leaveForMoment } from '../../../components/unsaved/leave-place.ts'
import { paths } from '../../../config/paths.ts'
import { quietly } from '../../../lib/api/quietly.ts'
import { saveReturnUrl } from '../../../lib/session/return-url.ts'
import { useSession } from '../../../lib/session/session.ts'
import { tellSessionEnding } from '../../../lib/session/session-ending.ts'
import { useIdleCountdown } from '../../../lib/session/use-idle-countdown.ts'
import { usePeriodicRefresh } from '../../../lib/session/use-periodic-refresh.ts'

const SessionDialog = lazyPart(() => import('./session-dialog.tsx'))

/** Seconds left from which the dialog's program is fetched, well before it is shown. */
const fetchUnder = 120

/**
 * Counts down while nobody works: warns, and goes to the page that says so when the session has ended. Standalone pages
 * renew the session at a time of their own.
 */
export function SessionWatch({ isStandalone = false }: { isStandalone?: boolean }) {
  const { idleTimeout, refreshMinutes } = useSession()
  usePeriodicRefresh(isStandalone ? 0 : refreshMinutes)
  const navigate = useNavigate()
  const secondsLeft = useIdleCountdown(idleTimeout, () => {
    saveReturnUrl(location.pathname + location.search)
    void navigate({ to: paths.sessionEnded })
  })
  const isEnding = secondsLeft < sessionLimits.tooLateSeconds
  useEffect(() => {
    if (!isEnding) return
    // What is being typed becomes a change, so that it is kept with the rest.
    quietly(() => {
      leaveForMoment()
      tellSessionEnding()
    })
  }, [isEnding])
  if (secondsLeft >= fetchUnder) return null
  return <SessionDialog secondsLeft={secondsLeft} />
}
