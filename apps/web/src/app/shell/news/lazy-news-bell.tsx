import { lazy, Suspense } from 'react'
import { loadChunk } from '../../../lib/load-chunk.ts'
import { hasRole, useSession } from '../../../lib/session/session.ts'
import { useFirstIdle } from '../../use-first-idle.ts'
import classes from './lazy-news-bell.module.css'

const NewsBell = lazy(() => loadChunk(() => import('./news-bell.tsx')))

/** The bell, for whoever has tasks. It comes when the browser has time; until then its room is kept. */
export function LazyNewsBell(props: { className?: string | undefined; size?: number }) {
  const isIdle = useFirstIdle()
  if (!hasRole(useSession(), ['RoleUser'])) return null
  return (
    <span className={classes.room}>
      {isIdle ? (
        <Suspense>
          <NewsBell {...props} />
        </Suspense>
      ) : null}
    </span>
  )
}
