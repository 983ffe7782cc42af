import classes from './layout.module.css'

/** A line across. */
export function Separator() {
  return <hr className={classes.separator} />
}
