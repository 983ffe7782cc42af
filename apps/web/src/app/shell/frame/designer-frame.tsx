import { Outlet } from '@tanstack/react-router'
import { SessionWatch } from '../session/session-watch.tsx'
import classes from './plain-frame.module.css'

/** A tool that takes the whole window, with a bar of its own. The session ends there as it does in the shell. */
export function DesignerFrame() {
  return (
    <div className={classes.whole}>
      <main id="content" tabIndex={-1} className={classes.tool}>
        <Outlet />
      </main>
      <SessionWatch />
    </div>
  )
}
