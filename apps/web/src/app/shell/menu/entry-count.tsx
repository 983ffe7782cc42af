import { useTaskCounts } from '../../../lib/use-task-counts.ts'
import classes from './menu-tree.module.css'

const countsOf: Readonly<Record<string, 'assigned' | 'unclaimed' | 'taskDrafts' | 'startDrafts'>> = {
  '/tasks/assigned': 'assigned',
  '/tasks/unclaimed': 'unclaimed',
  '/tasks/drafts': 'taskDrafts',
  '/processes/drafts': 'startDrafts',
}

/** The number of tasks behind a menu entry, if it is known and not zero. */
export function EntryCount({ to }: { to: string }) {
  const counts = useTaskCounts()
  const name = countsOf[to]
  const count = name === undefined ? undefined : counts?.[name]
  if (count === undefined || count === 0) return null
  return (
    <>
      {' '}
      <span className={`${classes.count} tn`}>{count.toLocaleString('en')}</span>
    </>
  )
}
