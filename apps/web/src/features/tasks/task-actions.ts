import { api, type TaskDetail } from '@millrace/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { touch } from '../../lib/api/touch.ts'
import { t } from '../../lib/i18n.ts'
import { getTimeZone } from '../../lib/time-zone.ts'
import { describeTask } from './describe-task.ts'
import { showAsItIs } from './task-queries.ts'
import { doToOne, useUndo } from './undo-action.ts'

/**
 * Returns the mutation that claims the task, or takes it over from an absent user. The toast can undo it. After a
 * refusal, for example because another user was faster, the task is loaded again.
 */
export function useClaim(task: TaskDetail) {
  const queryClient = useQueryClient()
  const release = useRelease(task)
  const giveBack = useUndo(task, { done: t('task.givenBack'), failed: t('task.giveBackFailed') })
  const isTakenOver = task.inPlaceOf !== null
  return useMutation({
    mutationFn: () =>
      isTakenOver ? doToOne(task, { kind: 'claim' }) : call(api.tasks.claim, { params: { id: task.id } }),
    onSuccess: (mark) => {
      // To release it would give it to those who might have claimed it, not to whoever had it.
      const undo = isTakenOver ? mark && (() => giveBack.mutate(mark)) : () => release.mutate()
      showToast({
        kind: 'success',
        title: t(isTakenOver ? 'task.takenOver' : 'task.claimed'),
        text: describeTask(task),
        about: task.id,
        ...(undo && { action: { label: t('task.undo'), run: undo } }),
      })
    },
    onError: (error) => {
      showFailure(t('task.claimFailed'), error)
      touch(api.tasks.claim)
    },
    onSettled: () => showAsItIs(queryClient, task),
  })
}

export function useRelease(task: TaskDetail) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.tasks.unclaim, { params: { id: task.id } }),
    onSuccess: () =>
      showToast({ kind: 'success', title: t('task.released'), text: describeTask(task), about: task.id }),
    onError: (error) => {
      showFailure(t('task.releaseFailed'), error)
      touch(api.tasks.unclaim)
    },
    onSettled: () => showAsItIs(queryClient, task),
  })
}

export interface Completion {
  readonly values: Readonly<Record<string, unknown>>
  readonly action: string | null
  readonly hash: string
  /** Called when it is done, whether the page is still there or not. */
  readonly onTaken: () => void
}

/** Returns whether completing the task gives it back to the user who delegated it. */
export function goesBack({ delegation, state }: TaskDetail): boolean {
  return delegation === 'pending' && state === 'delegated'
}

/** Returns the mutation that completes the task. Failures are shown at the form, whose entries are kept. */
export function useComplete(task: TaskDetail) {
  return useMutation({
    mutationFn: async ({ onTaken, ...completion }: Completion) => {
      const body = { ...completion, timeZone: getTimeZone() }
      const answer = await call(api.tasks.complete, { params: { id: task.id }, body })
      onTaken()
      return answer
    },
    onSuccess: () =>
      showToast({
        kind: 'success',
        title: t(goesBack(task) ? 'task.givenBack' : 'task.completed'),
        text: describeTask(task),
        about: task.id,
      }),
  })
}

function showFailure(title: string, error: Error): void {
  showToast({ kind: 'error', title, text: describeError(error).message })
}
