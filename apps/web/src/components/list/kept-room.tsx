import type { ReactNode } from 'react'
import classes from './kept-room.module.css'

export interface KeptRoomProps {
  /** Whether nothing of it can be seen or used: only its room is kept, so that nothing else moves. */
  readonly isLeft: boolean
  readonly children: ReactNode
}

/**
 * Reserves the space of list controls during loading. If the list turns out to be empty, they stay in place, invisible,
 * so that the page does not move.
 */
export function KeptRoom({ isLeft, children }: KeptRoomProps) {
  return (
    <div className={classes.room} inert={isLeft} aria-hidden={isLeft || undefined}>
      {children}
    </div>
  )
}
