import { Outlet } from '@tanstack/react-router'
import { InShell } from '../../../features/problem-pages/in-shell.ts'
import { useIsSignedIn } from '../../../lib/theme/theme-queries.ts'
import { Shell } from './shell.tsx'

/** The frame of an error page: within the shell for signed-in users; otherwise without a frame. */
export function ProblemFrame() {
  const isSignedIn = useIsSignedIn()
  return <InShell value={isSignedIn}>{isSignedIn ? <Shell /> : <Outlet />}</InShell>
}
