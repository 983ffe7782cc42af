import { api, type TaskDetail } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Attachments } from '../../components/attachments/attachments.tsx'
import { Comments } from '../../components/comments/comments.tsx'
import type { DraftHandle } from '../../components/form-host/draft/use-draft.ts'
import { PageTabs } from '../../components/tabs/page-tabs.tsx'
import { UnsavedGuard } from '../../components/unsaved/unsaved-guard.tsx'
import { callQuery } from '../../lib/api/call-query.ts'
import { useOnce } from '../../lib/use-once.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import { CompleteBar } from './complete-bar.tsx'
import { type Completion, goesBack, useComplete } from './task-actions.ts'
import { TaskDiagram } from './task-diagram.tsx'
import { TaskForm } from './task-form.tsx'
import { TaskHistory } from './task-history.tsx'
import { TaskParts } from './task-parts.tsx'
import { subtasksQuery } from './task-queries.ts'
import { useCommentKey } from './use-comment-key.ts'

const tabs = ['form', 'diagram', 'history', 'comments', 'files'] as const

interface Props {
  readonly task: TaskDetail
  /** Whether it is in a list that the user may want to go on in. */
  readonly isOfList?: boolean
  /** Called when it is completed while it is shown, with the task of the same instance that is the user's. */
  readonly onDone: (nextTaskId: string | null, opensNext: boolean) => void
}

/** The form of a task, its diagram and its history. Entries in the form are kept while the user opens other tabs. */
export function TaskBody({ task, isOfList = false, onDone }: Props) {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchState()
  // Whoever stands in for somebody sees the task, and nothing else of its process.
  const instanceId = task.permissions.seeProcess ? (task.process?.instanceId ?? null) : null
  const asked = tabs.find((name) => name === search.tab) ?? 'form'
  const tab = asked === 'diagram' && instanceId === null ? 'form' : asked
  const isUnkept = useRef(false)
  const draft = useRef<DraftHandle>(null)
  const opensNext = useRef(false)
  const [isReady, setReady] = useState(false)
  const complete = useComplete(task)
  // Whoever has gone elsewhere before the answer stays there.
  const send = (completion: Completion) =>
    complete.mutate(completion, {
      onSuccess: ({ nextTaskId }) => {
        onDone(nextTaskId, opensNext.current)
      },
    })
  const hasParts = useOnce(!useQuery(subtasksQuery(task.id)).isPending, task.id)
  const commentBox = useCommentKey(() => setSearch({ tab: 'comments' }, { replace: true }))
  const { data: counts } = useQuery({
    ...callQuery(api.comments.counts, { params: { of: 'task', id: task.id } }),
    retry: false,
  })
  const canComplete = task.permissions.complete && task.form !== null
  return (
    <>
      <UnsavedGuard isDirty={() => isUnkept.current} />
      <PageTabs
        label={task.name}
        tabs={[
          { value: 'form', label: t('task.formTab') },
          ...(instanceId === null ? [] : [{ value: 'diagram', label: t('task.diagramTab') } as const]),
          { value: 'history', label: t('task.historyTab') },
          { value: 'comments', label: t('task.commentsTab'), count: counts?.comments || undefined },
          { value: 'files', label: t('task.filesTab'), count: counts?.files || undefined },
        ]}
        value={tab}
        onChange={(value) => setSearch({ tab: value === 'form' ? undefined : value }, { replace: true })}
      >
        <div hidden={tab !== 'form'}>
          <TaskParts taskId={task.id} />
          {hasParts ? (
            <TaskForm
              task={task}
              isOfList={isOfList}
              error={complete.error}
              isSending={complete.isPending}
              onReady={() => setReady(true)}
              onUnkept={(is) => {
                isUnkept.current = is
              }}
              draftHandle={draft}
              onSubmit={send}
            />
          ) : null}
        </div>
        {tab === 'diagram' && instanceId !== null ? <TaskDiagram instanceId={instanceId} /> : null}
        {tab === 'history' ? <TaskHistory taskId={task.id} /> : null}
        {tab === 'comments' ? (
          <div ref={commentBox}>
            <Comments subject={{ of: 'task', id: task.id }} instanceId={instanceId} />
          </div>
        ) : null}
        {tab === 'files' ? <Attachments subject={{ of: 'task', id: task.id }} /> : null}
      </PageTabs>
      {canComplete ? (
        <CompleteBar
          action={t(goesBack(task) ? 'task.giveBack' : 'task.complete')}
          isReady={isReady}
          isPending={complete.isPending}
          draft={draft}
          opensNext={isOfList ? opensNext : null}
        />
      ) : null}
    </>
  )
}
