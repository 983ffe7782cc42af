import IconEye from 'icon:eye'
import { api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callQuery } from '../../lib/api/call-query.ts'
import { useWatch } from '../../lib/live/watched.ts'
import classes from './task-header.module.css'

/** The other users who have the task open. Nothing when there are none, or they cannot be loaded. */
export function TaskViewers({ taskId }: { taskId: string }) {
  const { t } = useTranslation()
  useWatch([`task:${taskId}`])
  const { data = [] } = useQuery({ ...callQuery(api.tasks.viewers, { params: { id: taskId } }), retry: false })
  const names = data.map(({ displayName }) => displayName).join(', ')
  return (
    <span className={classes.viewers} role="status">
      {data.length === 0 ? null : (
        <>
          <IconEye size={14} stroke={1.6} aria-hidden /> {t('task.alsoOpen', { names })}
        </>
      )}
    </span>
  )
}
