import type { TaskDetail } from '@millrace/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { FormFailure } from '../../components/banner/form-failure.tsx'
import type { DraftHandle } from '../../components/form-host/draft/use-draft.ts'
import { LazyFormHost } from '../../components/form-host/lazy-form-host.tsx'
import { presentDateTime } from '../../lib/dates.ts'
import type { Translate } from '../../lib/i18n.ts'
import { useScreen } from '../../lib/use-screen.ts'
import { SentForm } from './sent-form.tsx'
import type { Completion } from './task-actions.ts'
import { TaskData } from './task-data.tsx'
import classes from './task-form.module.css'
import { taskFormId } from './task-form-id.ts'
import { taskQuery } from './task-queries.ts'
import { useClaimedFocus } from './use-claimed-focus.ts'

interface Props {
  readonly task: TaskDetail
  /** Whether the task is shown next to a list, and not on its own page. */
  readonly isOfList: boolean
  readonly error: unknown
  /** Whether it is being completed: whether by this user, the answer says. */
  readonly isSending: boolean
  readonly onReady: () => void
  readonly onUnkept: (isUnkept: boolean) => void
  readonly draftHandle: RefObject<DraftHandle | null>
  readonly onSubmit: (completion: Completion) => void
}

/**
 * The form of a task; read only, with the reason, for users who cannot complete it now. Their entries remain visible
 * when another user completes the task meanwhile.
 */
export function TaskForm({ task, isOfList, error, isSending, onReady, onUnkept, draftHandle, onSubmit }: Props) {
  const { t } = useTranslation()
  const { form, permissions } = task
  const isPhone = useScreen() === 'phone'
  const reason = isSending ? null : explainReadOnly(task, t)
  const queryClient = useQueryClient()
  const begin = useClaimedFocus(permissions.complete)
  const [opened, setOpened] = useState(form)
  const [hasTyped, setTyped] = useState(false)
  if (form !== null && form !== opened) setOpened(form)
  const left = form === null && hasTyped ? opened : null
  const shown = form ?? left
  return (
    <div className={classes.form}>
      {error ? <FormFailure title={t('task.completeFailed')} error={error} comfort={t('task.inputKept')} /> : null}
      {reason === null ? null : (
        <Banner kind={left === null ? 'info' : 'warning'} title={reason}>
          {left === null ? null : t('task.inputKept')}
        </Banner>
      )}
      {left === null && task.state === 'completed' && task.process !== null && permissions.seeProcess ? (
        <SentForm task={task} instanceId={task.process.instanceId} />
      ) : null}
      {shown === null ? null : (
        <LazyFormHost
          key={shown.document.hash}
          id={taskFormId}
          form={shown}
          place={{ kind: 'task', id: task.id, subject: task.id }}
          headingLevel={isOfList && !isPhone ? 3 : 2}
          isReadOnly={!permissions.complete}
          error={error}
          onReady={() => {
            onReady()
            begin()
          }}
          onUnkept={onUnkept}
          onTyped={setTyped}
          // What was read before has no draft: whoever comes back would find an empty form, and write over it.
          onLeft={() => queryClient.removeQueries({ queryKey: taskQuery(task.id).queryKey })}
          draftHandle={draftHandle}
          onSubmit={(values, action) => {
            const kept = draftHandle.current
            onSubmit({ values, action, hash: shown.document.hash, onTaken: () => kept?.forget() })
          }}
        />
      )}
      {form !== null && form.document.data.length === 0 && task.process !== null && permissions.seeProcess ? (
        <TaskData instanceId={task.process.instanceId} />
      ) : null}
    </div>
  )
}

function explainReadOnly(task: TaskDetail, t: Translate): string | null {
  const { state, permissions, assignee, endedAt } = task
  const when = endedAt === null ? '' : presentDateTime(endedAt)
  if (state === 'completed') return t('task.overCompleted', { when })
  if (state === 'cancelled') return t('task.overCancelled', { when })
  if (permissions.complete) return explainDelegation(task, t)
  if (state === 'suspended') return t('task.suspendedHint')
  if (permissions.claim) return t('task.claimHint')
  return assignee === null ? null : t('task.readOnlyHint', { name: assignee.displayName })
}

/** Whose it is, to whoever works on it for somebody else, or has got it back. */
function explainDelegation({ delegation, state, owner, inPlaceOf }: TaskDetail, t: Translate): string | null {
  if (inPlaceOf !== null) return t('task.standInHint', { name: inPlaceOf.displayName })
  if (delegation === 'resolved') return t('task.resolvedHint')
  return delegation === 'pending' && state === 'delegated' && owner !== null
    ? t('task.delegatedHint', { name: owner.displayName })
    : null
}
