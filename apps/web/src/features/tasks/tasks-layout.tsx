import '../../lib/page-texts.ts'
import IconColumns2 from 'icon:columns-2'
import IconSearch from 'icon:search'
import IconTable from 'icon:table'
import { ActionIcon, Tooltip } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import { ExportMenu } from '../../components/list/tools/export-menu.tsx'
import { ListRefresh } from '../../components/list/tools/list-refresh.tsx'
import { ListViews } from '../../components/list/tools/list-view-tabs.tsx'
import { listOwnFilters } from '../../components/list/tools/list-views.ts'
import { ViewNotice } from '../../components/list/views/view-notice.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { Split } from '../../components/split/split.tsx'
import { paths } from '../../config/paths.ts'
import { usePreference } from '../../lib/preferences.ts'
import { useScreen } from '../../lib/use-screen.ts'
import { useTaskCounts } from '../../lib/use-task-counts.ts'
import { NewTaskButton } from './new-task-dialog.tsx'
import { TaskList } from './task-list.tsx'
import { TaskTable } from './task-table.tsx'
import { useTaskList } from './use-task-list.ts'

/**
 * A list of tasks with the open task beside it, or as a table while no task is open. On a phone these are two pages.
 */
export function Page() {
  const [width, setWidth] = usePreference('taskListWidth')
  const [form] = usePreference('taskListForm')
  const isPhone = useScreen() === 'phone'
  const tasks = useTaskList()
  const heading = useHeading(tasks.location)
  const isNarrowed = tasks.state.q !== '' || listOwnFilters(tasks.list, tasks.state).length > 0
  const [showsTools, setShowsTools] = useState(isNarrowed)
  // A search stays while its last letter is taken away.
  if (isNarrowed && !showsTools) setShowsTools(true)
  if (isPhone && tasks.taskId !== null) return <Outlet />
  if (form === 'table' && tasks.taskId === null)
    return (
      <TaskTable
        tasks={tasks}
        {...heading}
        tools={
          <>
            {tasks.location === 'involvingme' ? <CompletedLink /> : null}
            <FormButton />
          </>
        }
      />
    )
  return (
    <>
      <PageHeader
        title={heading.title}
        help={heading.help}
        isCompact
        actions={
          <>
            {isPhone ? <SearchButton isOpen={showsTools} onTurn={() => setShowsTools(!showsTools)} /> : null}
            {tasks.location === 'involvingme' && tasks.taskId === null ? <CompletedLink /> : null}
            {tasks.taskId === null ? <FormButton /> : null}
            <ListRefresh used={tasks} />
            <ExportMenu used={tasks} />
            <NewTaskButton />
          </>
        }
      >
        <ListViews used={tasks} to={paths.tasks(tasks.location)} counts={heading.counts} />
      </PageHeader>
      <ViewNotice used={tasks} />
      {isPhone ? (
        <TaskList tasks={tasks} hasTools={showsTools} />
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

function useHeading(location: keyof typeof words) {
  const { t } = useTranslation()
  const counts = useTaskCounts()
  const ofViews = {
    assigned: { all: counts?.assigned, today: counts?.assignedDueToday, overdue: counts?.assignedOverdue },
    unclaimed: { all: counts?.unclaimed, today: counts?.unclaimedDueToday, overdue: counts?.unclaimedOverdue },
    involvingme: {},
  } as const
  return { title: t(words[location].title), help: t(words[location].help), counts: ofViews[location] }
}

/** The way to what is over: the other tasks that the user has or had to do with. */
function CompletedLink() {
  const { t } = useTranslation()
  return (
    <LinkButton size="xs" to={paths.completedTasks}>
      {t('tasks.completed')}
    </LinkButton>
  )
}

/** On a phone the first tasks are worth more than the search, which comes when it is wanted. */
function SearchButton({ isOpen, onTurn }: { isOpen: boolean; onTurn: () => void }) {
  const { t } = useTranslation()
  return (
    <ActionIcon size="sm" aria-label={t('tasks.searchAndFilter')} aria-expanded={isOpen} onClick={onTurn}>
      <IconSearch size={16} stroke={1.6} />
    </ActionIcon>
  )
}

/** Changes how task lists are shown, which this browser remembers. */
function FormButton() {
  const { t } = useTranslation()
  const [form, setForm] = usePreference('taskListForm')
  const label = t(form === 'table' ? 'taskBulk.asSplit' : 'taskBulk.asTable')
  return (
    <Tooltip label={label}>
      <ActionIcon size="sm" aria-label={label} onClick={() => setForm(form === 'table' ? 'split' : 'table')}>
        {form === 'table' ? <IconColumns2 size={16} stroke={1.6} /> : <IconTable size={16} stroke={1.6} />}
      </ActionIcon>
    </Tooltip>
  )
}
