import type { ContentProps } from '../layout-props.ts'
import classes from './layout.module.css'

/** Text that the designer of the form wrote. It is plain text: line breaks are kept, and HTML is not interpreted. */
export function StaticText({ props }: ContentProps) {
  return <p className={classes.text}>{typeof props.text === 'string' ? props.text : ''}</p>
}
