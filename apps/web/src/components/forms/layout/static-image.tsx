import type { ContentProps } from '../layout-props.ts'
import classes from './layout.module.css'

/** A picture that the designer of the form has added. */
export function StaticImage({ props }: ContentProps) {
  const { source, alt, width } = props
  if (typeof source !== 'string') return null
  return (
    <img
      className={classes.image}
      src={source}
      alt={String(alt)}
      width={typeof width === 'number' ? width : undefined}
    />
  )
}
