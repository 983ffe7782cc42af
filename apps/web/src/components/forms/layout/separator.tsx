import classes from './layout.module.css'

/** A horizontal line. */
export function Separator() {
  return <hr className={classes.separator} />
}
