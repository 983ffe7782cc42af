import { type ReactNode, useId } from 'react'
import { ResizeHandle } from './resize-handle.tsx'
import classes from './split.module.css'

interface Props {
  readonly list: ReactNode
  readonly record: ReactNode
  readonly width: number
  readonly onWidthChange: (width: number) => void
}

/** A list on the left, the record that is open on the right. Each scrolls by itself. */
export function Split({ list, record, width, onWidthChange }: Props) {
  const id = useId()
  return (
    <div className={classes.split}>
      <div id={id} className={classes.list} style={{ width }}>
        {list}
      </div>
      <ResizeHandle orientation="vertical" size={width} min={320} max={520} controls={id} onChange={onWidthChange} />
      <div className={classes.record}>{record}</div>
    </div>
  )
}
