import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ExportMenu } from '../../components/list/tools/export-menu.tsx'
import { ListRefresh } from '../../components/list/tools/list-refresh.tsx'
import { ListViews } from '../../components/list/tools/list-view-tabs.tsx'
import { ViewNotice } from '../../components/list/views/view-notice.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { Split } from '../../components/split/split.tsx'
import { paths } from '../../config/paths.ts'
import { usePreference } from '../../lib/preferences.ts'
import { useScreen } from '../../lib/use-screen.ts'
import { useTaskCounts } from '../../lib/use-task-counts.ts'
import { TaskList } from './task-list.tsx'
import { type Tasks, useTaskList } from './use-task-list.ts'

/** A task list with the open task beside it. On a phone they are two pages. */
export function Page() {
  const [width, setWidth] = usePreference('taskListWidth')
  const isPhone = useScreen() === 'phone'
  const tasks = useTaskList()
  if (isPhone && tasks.taskId !== null) return <Outlet />
  return (
    <>
      <TasksHeader tasks={tasks} />
      <ViewNotice used={tasks} />
      {isPhone ? (
        <TaskList tasks={tasks} />
      ) : (
        <Split list={<TaskList tasks={tasks} />} record={<Outlet />} width={width} onWidthChange={setWidth} />
      )}
    </>
  )
}

const words = {
  assigned: { title: 'tasks.assignedTitle', help: 'tasks.assignedHelp' },
  unclaimed: { title: 'tasks.unclaimedTitle', help: 'tasks.unclaimedHelp' },
  involvingme: { title: 'tasks.involvedTitle', help: 'tasks.involvedHelp' },
} as const

function TasksHeader({ tasks }: { tasks: Tasks }) {
  const { t } = useTranslation()
  const counts = useTaskCounts()
  const { location } = tasks
  return (
    <PageHeader
      title={t(words[location].title)}
      help={t(words[location].help)}
      actions={
        <>
          <ListRefresh used={tasks} />
          <ExportMenu used={tasks} />
        </>
      }
    >
      <ListViews
        used={tasks}
        to={paths.tasks(location)}
        counts={
          location === 'assigned'
            ? { all: counts?.assigned, today: counts?.assignedDueToday, overdue: counts?.assignedOverdue }
            : location === 'unclaimed'
              ? { all: counts?.unclaimed, today: counts?.unclaimedDueToday, overdue: counts?.unclaimedOverdue }
              : {}
        }
      />
    </PageHeader>
  )
}
