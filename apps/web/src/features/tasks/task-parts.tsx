import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from '../../components/link/link.tsx'
import { paths } from '../../config/paths.ts'
import classes from './task-parts.module.css'
import { subtasksQuery } from './task-queries.ts'

/**
 * The parent of a subtask, and the open subtasks of a task, which remain open when the task is completed. Otherwise
 * nothing.
 */
export function TaskParts({ taskId }: { taskId: string }) {
  const { t } = useTranslation()
  const { data } = useQuery(subtasksQuery(taskId))
  if (data === undefined || (data.open === 0 && data.parent === null)) return null
  const { parent, open, items } = data
  return (
    <div className={classes.parts}>
      {parent === null ? null : (
        <p>
          {t('task.partOf')} <Link to={paths.task('involvingme', parent.id)}>{parent.name}</Link>
        </p>
      )}
      {open === 0 ? null : (
        <>
          <p>{t('task.partsOpen', { count: open })}</p>
          <ul aria-label={t('task.parts')}>
            {items.map(({ id, name, assignee }) => (
              <li key={id}>
                <Link to={paths.task('involvingme', id)}>{name}</Link>
                {` · ${assignee?.displayName ?? t('common.unassigned')}`}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
