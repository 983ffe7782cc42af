import { Outlet } from '@tanstack/react-router'
import { SessionWatch } from '../session/session-watch.tsx'
import { Brand } from './brand.tsx'
import classes from './plain-frame.module.css'

/** A tool that takes the whole window: no menu, but the way home. The session ends there as it does in the shell. */
export function DesignerFrame() {
  return (
    <div className={classes.desk}>
      <header className={classes.bar}>
        <Brand />
      </header>
      <main id="content" tabIndex={-1} className={classes.sheet}>
        <Outlet />
      </main>
      <SessionWatch />
    </div>
  )
}
