import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from '../../components/link/link.tsx'
import { paths } from '../../config/paths.ts'
import classes from './task-parts.module.css'
import { subtasksQuery } from './task-queries.ts'

/** The open sub-tasks of a task, and that they go on without it. Nothing where there are none. */
export function TaskParts({ taskId }: { taskId: string }) {
  const { t } = useTranslation()
  const { data } = useQuery(subtasksQuery(taskId))
  if (data === undefined || data.open === 0) return null
  return (
    <div className={classes.parts}>
      <p>{t('task.partsOpen', { count: data.open })}</p>
      <ul aria-label={t('task.parts')}>
        {data.items.map(({ id, name, assignee }) => (
          <li key={id}>
            <Link to={paths.task('involvingme', id)}>{name}</Link>
            {` · ${assignee?.displayName ?? t('common.unassigned')}`}
          </li>
        ))}
      </ul>
    </div>
  )
}
