import type { TaskDetail } from '@millrace/contract'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageTabs } from '../../components/tabs/page-tabs.tsx'
import { UnsavedGuard } from '../../components/unsaved/unsaved-guard.tsx'
import { paths } from '../../config/paths.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import { CompleteBar } from './complete-bar.tsx'
import { useComplete } from './task-actions.ts'
import { TaskDiagram } from './task-diagram.tsx'
import { TaskForm } from './task-form.tsx'
import { TaskHeader } from './task-header.tsx'
import { TaskHistory } from './task-history.tsx'
import type { Tasks } from './use-task-list.ts'

const tabs = ['form', 'diagram', 'history'] as const

/** A task with its form, its diagram and its history. What is in the form stays while other tabs are looked at. */
export function TaskRecord({ task, tasks }: { task: TaskDetail; tasks: Tasks }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [search, setSearch] = useSearchState()
  const tab = tabs.find((name) => name === search.tab) ?? 'form'
  const isDirty = useRef(false)
  const opensNext = useRef(false)
  const [isReady, setReady] = useState(false)
  const complete = useComplete(task, (nextTaskId) => {
    isDirty.current = false
    const following = tasks.next ?? tasks.previous
    const { tab: _, ...list } = tasks.search
    if (nextTaskId !== null) void navigate({ to: paths.task('assigned', nextTaskId) })
    else if (opensNext.current && following)
      void navigate({ to: paths.task(tasks.location, following.id), search: list })
    else void navigate({ to: paths.tasks(tasks.location), search: list })
  })
  const canComplete = task.permissions.complete && task.form !== null
  return (
    <>
      <UnsavedGuard isDirty={() => isDirty.current} />
      <TaskHeader task={task} tasks={tasks} />
      <PageTabs
        label={task.name}
        tabs={[
          { value: 'form', label: t('task.formTab') },
          ...(task.process === null ? [] : [{ value: 'diagram', label: t('task.diagramTab') } as const]),
          { value: 'history', label: t('task.historyTab') },
        ]}
        value={tab}
        onChange={(value) => setSearch({ tab: value === 'form' ? undefined : value }, { replace: true })}
      >
        <div hidden={tab !== 'form'}>
          <TaskForm
            task={task}
            error={complete.error}
            onReady={() => setReady(true)}
            onChange={() => {
              isDirty.current = true
            }}
            onSubmit={(completion) => complete.mutate(completion)}
          />
        </div>
        {tab === 'diagram' && task.process !== null ? <TaskDiagram instanceId={task.process.instanceId} /> : null}
        {tab === 'history' ? <TaskHistory taskId={task.id} /> : null}
      </PageTabs>
      {canComplete ? <CompleteBar isReady={isReady} isPending={complete.isPending} opensNext={opensNext} /> : null}
    </>
  )
}
