import { Skeleton } from '@mantine/core'
import classes from './comparison-dialog.module.css'

/** Stands where a comparison will be. */
export function Waiting() {
  return <Skeleton className={classes.waiting ?? ''} />
}
