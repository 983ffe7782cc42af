import { hasRole, useSession } from '../../../lib/session/session.ts'
import { useFirstIdle } from '../../use-first-idle.ts'
import { usePart } from '../../use-part.ts'
import classes from './lazy-news-bell.module.css'

const loadBell = () => import('./news-bell.tsx')

/** The bell, for whoever has tasks. It comes when the browser has time; until then its room is kept. */
export function LazyNewsBell(props: { className?: string | undefined; size?: number }) {
  const hasTasks = hasRole(useSession(), ['RoleUser'])
  const Bell = usePart(loadBell, useFirstIdle() && hasTasks)?.default
  if (!hasTasks) return null
  return <span className={classes.room}>{Bell === undefined ? null : <Bell {...props} />}</span>
}
