import { Outlet } from '@tanstack/react-router'
import { InShell } from '../../../features/problem-pages/in-shell.ts'
import { useIsSignedIn } from '../../../lib/theme/theme-queries.ts'
import { Shell } from './shell.tsx'

/** Within the shell for who is signed in; else the page stands alone. */
export function ProblemFrame() {
  const isSignedIn = useIsSignedIn()
  return <InShell value={isSignedIn}>{isSignedIn ? <Shell /> : <Outlet />}</InShell>
}
