import IconFileOff from 'icon:file-off'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { FormSkeleton } from '../../components/form-host/lazy-form-host.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { paths } from '../../config/paths.ts'
import { hasCode } from '../../lib/api/api-error.ts'
import { useScreen } from '../../lib/use-screen.ts'
import classes from './task-page.module.css'
import { subtasksQuery, taskQuery } from './task-queries.ts'
import { TaskRecord } from './task-record.tsx'
import { useTaskList } from './use-task-list.ts'

/** The open task: in the right half of the split, or a page of its own on a phone. */
export function Page() {
  const { t } = useTranslation()
  const tasks = useTaskList()
  const id = tasks.taskId ?? ''
  const isPhone = useScreen() === 'phone'
  const asked = useQuery({ ...taskQuery(id), enabled: id !== '' })
  useQuery({ ...subtasksQuery(id), enabled: id !== '' })
  const { data, isError, error } = asked
  const header = isPhone ? <PageHeader title={t('task.title')} /> : null
  // Also where it was there a moment ago: somebody else has taken it, and it is not for the user any more.
  if (isError && hasCode(error, 'thing.not-found'))
    return (
      <>
        {header}
        <EmptyState
          icon={IconFileOff}
          title={t('task.goneTitle')}
          text={t('task.goneText')}
          actions={
            <LinkButton to={paths.tasks(tasks.location)} variant="filled">
              {t(tasks.location === 'assigned' ? 'tasks.showAssigned' : 'tasks.showUnclaimed')}
            </LinkButton>
          }
        />
      </>
    )
  if (data)
    return (
      <>
        <QueryFailure query={asked} title={t('task.failed')} isRegion />
        <TaskRecord key={data.id} task={data} tasks={tasks} />
      </>
    )
  return (
    <>
      {header}
      <div className={classes.pending}>
        {isError ? <QueryFailure query={asked} title={t('task.failed')} /> : <FormSkeleton />}
      </div>
    </>
  )
}
