import Toasts from '../components/toast/toasts.tsx'
import { useKeptFocus } from '../lib/use-kept-focus.ts'
import type { AppRouter } from './router.tsx'
import { useLiveChanges } from './use-live-changes.ts'
import { useWayBack } from './use-way-back.ts'

/** What no page needs to be seen: loaded when the browser has time. A toast that is shown before waits for it. */
export default function WhenIdle({ router }: { router: AppRouter }) {
  useKeptFocus()
  useLiveChanges()
  useWayBack(router)
  return <Toasts />
}
