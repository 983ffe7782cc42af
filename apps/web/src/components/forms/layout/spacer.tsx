import type { ContentProps } from '../layout-props.ts'
import classes from './layout.module.css'

/** Empty space between parts, hidden from screen readers. */
export function Spacer({ props: { size } }: ContentProps) {
  return <div className={classes.spacer} data-size={typeof size === 'string' ? size : undefined} aria-hidden />
}
