import type { ReactNode } from 'react'

interface Props {
  readonly isHidden: boolean
  readonly children: ReactNode
}

/** Hides what is in it, for screen readers and keys too, and keeps its place: the page does not move. */
export function KeepPlace({ isHidden, children }: Props) {
  return <div style={{ display: 'contents', ...(isHidden && { visibility: 'hidden' }) }}>{children}</div>
}
