import { Outlet, useMatches } from '@tanstack/react-router'
import { SessionWatch } from '../session/session-watch.tsx'
import { Brand } from './brand.tsx'
import classes from './plain-frame.module.css'

/**
 * A tool that takes the whole window: no menu, but the way home, unless it has a bar of its own. The session ends there
 * as it does in the shell.
 */
export function DesignerFrame() {
  const hasOwnBar = useMatches().at(-1)?.staticData.page?.load !== undefined
  return (
    <div className={hasOwnBar ? classes.whole : classes.desk}>
      {hasOwnBar ? null : (
        <header className={classes.bar}>
          <Brand />
        </header>
      )}
      <main id="content" tabIndex={-1} className={hasOwnBar ? classes.tool : classes.sheet}>
        <Outlet />
      </main>
      <SessionWatch />
    </div>
  )
}
