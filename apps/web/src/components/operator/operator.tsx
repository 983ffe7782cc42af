import { type ReactNode, useId } from 'react'
import { usePreference } from '../../lib/preferences.ts'
import { useScreen } from '../../lib/use-screen.ts'
import { ResizeHandle } from '../split/resize-handle.tsx'
import classes from './operator.module.css'

interface Props {
  readonly diagram: ReactNode
  /** Activity tree and history, 356 wide. */
  readonly side: ReactNode
  /** Data tabs; the side takes all the room without them. */
  readonly data: ReactNode
}

/** The layout of operators' pages: the diagram above, the history below it on the left, and the data on the right. */
export function Operator({ diagram, side, data }: Props) {
  const id = useId()
  const [height, setHeight] = usePreference('diagramHeight')
  const isPhone = useScreen() === 'phone'
  return (
    <div className={classes.operator}>
      <div id={id} className={classes.diagram} style={{ height }}>
        {diagram}
      </div>
      {isPhone ? null : (
        <ResizeHandle orientation="horizontal" size={height} min={200} max={640} controls={id} onChange={setHeight} />
      )}
      <div className={classes.halves}>
        <div className={classes.side} data-alone={data === null || undefined}>
          {side}
        </div>
        {data === null ? null : <div className={classes.data}>{data}</div>}
      </div>
    </div>
  )
}
