import type { TaskRow } from '@millrace/contract'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Age, DueDate } from '../../components/dates/dates.tsx'
import { Link } from '../../components/link/link.tsx'
import { Priority } from '../../components/status/priority.tsx'
import { paths, type TaskLocation } from '../../config/paths.ts'
import { restOfTitle } from '../../lib/title-rest.ts'
import type { SearchState } from '../../lib/use-search-state.ts'
import classes from './task-list-item.module.css'
import { wantTitle } from './title-focus.ts'

interface Props {
  readonly task: TaskRow
  readonly location: TaskLocation
  readonly search: SearchState
  readonly isOpen: boolean
}

/** A task in two lines: its title and due date; its process and age. */
export function TaskListItem({ task, location, search, isOpen }: Props) {
  const { t } = useTranslation()
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isOpen) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  const { name, title, process, priority, dueAt, createdAt, inPlaceOf } = task
  return (
    <Link
      ref={link}
      to={paths.task(location, task.id)}
      search={search}
      className={classes.item}
      aria-current={isOpen ? 'true' : undefined}
      onClick={() => wantTitle(task.id)}
    >
      <span className={classes.priority}>
        <Priority value={priority} iconOnly />
      </span>
      <span className={classes.name}>{name}</span>
      <span className={classes.due}>{dueAt === null ? null : <DueDate due={dueAt} />}</span>
      <span className={classes.process}>
        {inPlaceOf === null ? null : (
          <span className={classes.absent}>{t('tasks.forPerson', { name: inPlaceOf.displayName })} · </span>
        )}
        {process === null ? t('task.ofNoProcess') : process.name}
        {title === null ? null : <span className={classes.key}> {restOfTitle(title, process?.name ?? '')}</span>}
      </span>
      <span className={classes.age}>
        <Age since={createdAt} />
      </span>
    </Link>
  )
}
