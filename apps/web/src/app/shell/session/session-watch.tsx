import { useNavigate } from '@tanstack/react-router'
import { lazyPart } from '../../../components/lazy-part/lazy-part.tsx'
import { paths } from '../../../config/paths.ts'
import { saveReturnUrl } from '../../../lib/session/return-url.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useIdleCountdown } from '../../../lib/session/use-idle-countdown.ts'
import { usePeriodicRefresh } from '../../../lib/session/use-periodic-refresh.ts'

const SessionDialog = lazyPart(() => import('./session-dialog.tsx'))

/** Seconds left from which the dialog's program is fetched, well before it is shown. */
const fetchUnder = 120

/**
 * Counts down while the user is inactive: warns, and opens the page about the ended session when it has ended.
 * Standalone pages renew the session at their own intervals.
 */
export function SessionWatch({ isStandalone = false }: { isStandalone?: boolean }) {
  const { idleTimeout, refreshMinutes } = useSession()
  usePeriodicRefresh(isStandalone ? 0 : refreshMinutes)
  const navigate = useNavigate()
  const secondsLeft = useIdleCountdown(idleTimeout, () => {
    saveReturnUrl(location.pathname + location.search)
    void navigate({ to: paths.sessionEnded })
  })
  if (secondsLeft >= fetchUnder) return null
  return <SessionDialog secondsLeft={secondsLeft} />
}
