import IconRefresh from 'icon:refresh'
import { ActionIcon, Tooltip } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../components/page/page-header.tsx'
import { Split } from '../../components/split/split.tsx'
import { type View, ViewTabs } from '../../components/view-tabs/view-tabs.tsx'
import { paths } from '../../config/paths.ts'
import { presentTime } from '../../lib/dates.ts'
import { usePreference } from '../../lib/preferences.ts'
import { useScreen } from '../../lib/use-screen.ts'
import { useTaskCounts } from '../../lib/use-task-counts.ts'
import { TaskList } from './task-list.tsx'
import classes from './tasks-layout.module.css'
import { useTaskList } from './use-task-list.ts'

/** A task list with the open task beside it. On a phone they are two pages. */
export function Page() {
  const [width, setWidth] = usePreference('taskListWidth')
  const isPhone = useScreen() === 'phone'
  const tasks = useTaskList()
  if (isPhone && tasks.taskId !== null) return <Outlet />
  return (
    <>
      <TasksHeader tasks={tasks} />
      {isPhone ? (
        <TaskList tasks={tasks} />
      ) : (
        <Split list={<TaskList tasks={tasks} />} record={<Outlet />} width={width} onWidthChange={setWidth} />
      )}
    </>
  )
}

export type Tasks = ReturnType<typeof useTaskList>

function TasksHeader({ tasks }: { tasks: Tasks }) {
  const { t } = useTranslation()
  const counts = useTaskCounts()
  const { location, state, list } = tasks
  const isAssigned = location === 'assigned'
  const to = paths.tasks(location)
  const views: View[] = [
    {
      id: 'all',
      label: t(isAssigned ? 'tasks.allAssigned' : 'tasks.allUnclaimed'),
      count: isAssigned ? counts?.assigned : counts?.unclaimed,
      to,
      search: {},
    },
    {
      id: 'today',
      label: t('tasks.dueToday'),
      count: isAssigned ? counts?.assignedDueToday : counts?.unclaimedDueToday,
      to,
      search: { view: 'today' },
    },
    {
      id: 'overdue',
      label: t('tasks.overdue'),
      count: isAssigned ? counts?.assignedOverdue : counts?.unclaimedOverdue,
      to,
      search: { view: 'overdue' },
    },
  ]
  return (
    <PageHeader
      title={t(isAssigned ? 'tasks.assignedTitle' : 'tasks.unclaimedTitle')}
      help={t(isAssigned ? 'tasks.assignedHelp' : 'tasks.unclaimedHelp')}
      actions={
        <>
          {list.dataUpdatedAt > 0 ? (
            <span className={`${classes.updated} tn`}>
              {t('common.updated', { time: presentTime(new Date(list.dataUpdatedAt)) })}
            </span>
          ) : null}
          <Tooltip label={t('common.refresh')}>
            <ActionIcon
              size="sm"
              aria-label={t('common.refresh')}
              loading={list.isRefetching}
              onClick={() => void list.refetch()}
            >
              <IconRefresh size={16} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        </>
      }
    >
      <ViewTabs label={t('tasks.views')} views={views} current={state.view} />
    </PageHeader>
  )
}
