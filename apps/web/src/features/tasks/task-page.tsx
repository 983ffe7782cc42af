import IconFileOff from 'icon:file-off'
import type { TaskDetail } from '@millrace/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { HeldPage } from '../../components/dialog/held-page.tsx'
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
import { type Tasks, useTaskList } from './use-task-list.ts'

/** The open task: in the right pane, or as a separate page on a phone. */
export function Page() {
  const { t } = useTranslation()
  const tasks = useTaskList()
  const id = tasks.taskId ?? ''
  const isPhone = useScreen() === 'phone'
  const asked = useQuery({ ...taskQuery(id), enabled: id !== '' })
  useQuery({ ...subtasksQuery(id), enabled: id !== '' })
  const { data, isError, error } = asked
  // Also for a task that was shown a moment ago: another user took it, and this user may not see it any more.
  const isGone = isError && hasCode(error, 'thing.not-found')
  const absent = () => (isGone ? <GoneTask tasks={tasks} /> : <PendingTask asked={asked} />)
  return (
    <HeldPage
      isGone={isGone}
      page={
        data === undefined ? undefined : (
          <>
            {isGone ? null : <QueryFailure query={asked} title={t('task.failed')} isRegion />}
            <TaskRecord key={data.id} task={data} tasks={tasks} />
          </>
        )
      }
      absent={() => (
        <>
          {isPhone ? <PageHeader title={t('task.title')} /> : null}
          {absent()}
        </>
      )}
    />
  )
}

function GoneTask({ tasks }: { tasks: Tasks }) {
  const { t } = useTranslation()
  return (
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
  )
}

function PendingTask({ asked }: { asked: UseQueryResult<TaskDetail> }) {
  const { t } = useTranslation()
  return (
    <div className={classes.pending}>
      {asked.isError ? <QueryFailure query={asked} title={t('task.failed')} /> : <FormSkeleton />}
    </div>
  )
}
