import { Skeleton } from '@mantine/core'
import { DiagramPending } from '../../components/bpmn-diagram/lazy-diagram.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import classes from './user-instance.module.css'

/** The placeholder of the page of an instance for users, with the same size, while the instance is loading. */
export function UserInstancePending() {
  return (
    <PageBody flush>
      <div className={classes.inset}>
        <TimePending />
        <div className={classes.diagram}>
          <DiagramPending />
        </div>
        <div className={classes.tabsPending}>
          <Skeleton width={320} maw="100%" height={12} />
        </div>
        <SkeletonRows count={6} height={36} />
      </div>
    </PageBody>
  )
}

/** The placeholder of the time of an instance. */
export function TimePending() {
  return <div className={`${classes.time} ${classes.timePending}`} aria-hidden />
}
