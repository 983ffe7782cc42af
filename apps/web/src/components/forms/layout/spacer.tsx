import type { ContentProps } from '../layout-props.ts'
import classes from './layout.module.css'

/** Room between others. Nobody hears of it. */
export function Spacer({ props: { size } }: ContentProps) {
  return <div className={classes.spacer} data-size={typeof size === 'string' ? size : undefined} aria-hidden />
}
