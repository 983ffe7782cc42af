import { Outlet } from '@tanstack/react-router'
import { SessionWatch } from '../session/session-watch.tsx'
import classes from './plain-frame.module.css'

/** The frame of a tool that fills the whole window and has its own toolbar. The session ends as in the shell. */
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
