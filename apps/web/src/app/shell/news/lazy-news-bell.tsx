import { lazyPart } from '../../../components/lazy-part/lazy-part.tsx'
import { hasRole, useSession } from '../../../lib/session/session.ts'
import { useFirstIdle } from '../../use-first-idle.ts'
import classes from './lazy-news-bell.module.css'

const NewsBell = lazyPart(() => import('./news-bell.tsx'))

/**
 * The bell of notifications, for users with tasks. It is loaded when the browser is idle; its space is reserved until
 * then.
 */
export function LazyNewsBell(props: { className?: string | undefined; size?: number }) {
  const hasTasks = hasRole(useSession(), ['RoleUser'])
  const isIdle = useFirstIdle()
  if (!hasTasks) return null
  return <span className={classes.room}>{isIdle ? <NewsBell {...props} /> : null}</span>
}
