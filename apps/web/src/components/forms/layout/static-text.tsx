import type { ContentProps } from '../layout-props.ts'
import classes from './layout.module.css'

/** Words of the form's maker. Plain text: line ends stay, nothing in it is HTML. */
export function StaticText({ props }: ContentProps) {
  return <p className={classes.text}>{typeof props.text === 'string' ? props.text : ''}</p>
}
