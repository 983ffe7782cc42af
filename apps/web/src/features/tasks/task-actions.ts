import { api, type TaskDetail, type TaskOutcome } from '@millrace/contract'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { describeError, describeRefusal } from '../../lib/api/describe-error.ts'
import { touch } from '../../lib/api/touch.ts'
import { t } from '../../lib/i18n.ts'
import { getTimeZone } from '../../lib/time-zone.ts'
import { describeTask } from './describe-task.ts'
import { taskQuery } from './task-queries.ts'

/**
 * Claims the task, or takes it over from whoever is away; the toast can take it back. A refusal, such as that someone was
 * faster, brings the task up to date.
 */
export function useClaim(task: TaskDetail) {
  const queryClient = useQueryClient()
  const release = useRelease(task)
  const giveBack = useGiveBack(task)
  const isTakenOver = task.inPlaceOf !== null
  return useMutation({
    mutationFn: () => (isTakenOver ? takeOver(task) : call(api.tasks.claim, { params: { id: task.id } })),
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

/** @returns by which it can be undone. */
async function takeOver({ id }: TaskDetail): Promise<string | null> {
  return readOutcome(await call(api.taskBulk.apply, { body: { deed: { kind: 'claim' }, ids: [id] } }))
}

/** Gives a task that was taken over back to whoever is away. */
function useGiveBack(task: TaskDetail) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (mark: string) =>
      readOutcome(await call(api.taskBulk.undo, { body: { items: [{ id: task.id, mark }] } })),
    onSuccess: () =>
      showToast({ kind: 'success', title: t('task.givenBack'), text: describeTask(task), about: task.id }),
    onError: (error) => {
      showFailure(t('task.giveBackFailed'), error)
      touch(api.taskBulk.undo)
    },
    onSettled: () => showAsItIs(queryClient, task),
  })
}

/** @throws what was not done, as if it had been asked for alone. */
function readOutcome([outcome]: readonly TaskOutcome[]): string | null {
  if (outcome?.isDone) return outcome.mark
  throw new Error(describeRefusal({ code: outcome?.code ?? '', message: outcome?.message ?? '' }))
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

/** Whether completing the task gives it back to who delegated it. */
export function goesBack({ delegation, state }: TaskDetail): boolean {
  return delegation === 'pending' && state === 'delegated'
}

/** Completes the task. Failures are shown at the form, whose input stays. */
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

/** The task is being asked for again already; what is done to it lasts until it is here. */
function showAsItIs(queryClient: QueryClient, { id }: TaskDetail): Promise<void> {
  return queryClient.refetchQueries({ queryKey: taskQuery(id).queryKey }, { cancelRefetch: false })
}

function showFailure(title: string, error: Error): void {
  showToast({ kind: 'error', title, text: describeError(error).message })
}
