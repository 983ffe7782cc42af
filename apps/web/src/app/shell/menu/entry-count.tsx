import { useTaskCounts } from '../../../lib/use-task-counts.ts'
import classes from './menu-tree.module.css'

const countsOf: Readonly<Record<string, 'assigned' | 'unclaimed' | 'taskDrafts' | 'startDrafts'>> = {
  '/tasks/assigned': 'assigned',
  '/tasks/unclaimed': 'unclaimed',
  '/tasks/drafts': 'taskDrafts',
  '/processes/drafts': 'startDrafts',
}

/** How many things wait behind an entry of the menu, where that is known and more than none. */
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
