import type { ReactNode } from 'react'
import classes from './kept-room.module.css'

export interface KeptRoomProps {
  /** Whether nothing of it can be seen or used: only its room is kept, so that nothing else moves. */
  readonly isLeft: boolean
  readonly children: ReactNode
}

/**
 * What a list shows while it is loading and has no use for when it turns out that nothing was ever made: it stays where
 * it was, unseen, because a page that moves when its rows arrive is worse than one with some white.
 */
export function KeptRoom({ isLeft, children }: KeptRoomProps) {
  return (
    <div className={classes.room} inert={isLeft} aria-hidden={isLeft || undefined}>
      {children}
    </div>
  )
}
