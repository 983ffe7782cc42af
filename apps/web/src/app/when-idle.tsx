import { useCallback } from 'react'
import Toasts from '../components/toast/toasts.tsx'
import { useKeptFocus } from '../lib/use-kept-focus.ts'
import { useNoticeKeeper } from './browser-notices/use-notice-keeper.ts'
import type { AppRouter } from './router.tsx'
import { useLiveChanges } from './use-live-changes.ts'
import { useWayBack } from './use-way-back.ts'

/** The parts that no page needs at first: loaded when the browser is idle. Toasts wait for them. */
export default function WhenIdle({ router }: { router: AppRouter }) {
  useKeptFocus()
  const isKeeper = useNoticeKeeper()
  const showNotices = useCallback(() => {
    // One that cannot be shown is at the bell.
    loadNotices()
      .then(({ showNewNotices }) => showNewNotices((address) => router.history.push(address)))
      .catch(ignore)
  }, [router])
  useLiveChanges({ isKeeper, onBegin: beginNotices, onNotices: showNotices })
  useWayBack(router)
  return <Toasts />
}

const loadNotices = () => import('./browser-notices/show-new-notices.ts')
const beginNotices = () => void loadNotices().then(({ beginShowing }) => beginShowing(), ignore)
const ignore = () => undefined
