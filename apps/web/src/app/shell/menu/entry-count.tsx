import { useTaskCounts } from '../../../lib/use-task-counts.ts'
import classes from './menu-tree.module.css'

/** How many things wait behind an entry of the menu, where that is known and more than none. */
export function EntryCount({ to }: { to: string }) {
  const counts = useTaskCounts()
  const count = to === '/tasks/assigned' ? counts?.assigned : to === '/tasks/unclaimed' ? counts?.unclaimed : undefined
  if (count === undefined || count === 0) return null
  return (
    <>
      {' '}
      <span className={`${classes.count} tn`}>{count.toLocaleString('en')}</span>
    </>
  )
}
