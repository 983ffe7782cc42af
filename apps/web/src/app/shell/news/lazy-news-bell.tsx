import { lazyPart } from '../../../components/lazy-part/lazy-part.tsx'
import { hasRole, useSession } from '../../../lib/session/session.ts'
import { useFirstIdle } from '../../use-first-idle.ts'
import classes from './lazy-news-bell.module.css'

const NewsBell = lazyPart(() => import('./news-bell.tsx'))

/** The bell, for whoever has tasks. It comes when the browser has time; until then its room is kept. */
export function LazyNewsBell(props: { className?: string | undefined; size?: number }) {
  const hasTasks = hasRole(useSession(), ['RoleUser'])
  const isIdle = useFirstIdle()
  if (!hasTasks) return null
  return <span className={classes.room}>{isIdle ? <NewsBell {...props} /> : null}</span>
}
