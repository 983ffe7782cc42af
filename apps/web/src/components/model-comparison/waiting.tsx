import { Skeleton } from '@mantine/core'
import classes from './comparison-dialog.module.css'

/** The placeholder of a comparison while it is loading. */
export function Waiting() {
  return <Skeleton className={classes.waiting ?? ''} />
}
