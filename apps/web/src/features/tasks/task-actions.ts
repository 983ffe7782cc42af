import { api, type TaskDetail } from '@millrace/contract'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { describeError } from '../../components/banner/error-banner.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { t } from '../../lib/i18n.ts'
import { getTimeZone } from '../../lib/time-zone.ts'

/** Claims the task; the toast can take it back. A refusal, such as that someone was faster, brings the task up to date. */
export function useClaim(task: TaskDetail) {
  const queryClient = useQueryClient()
  const release = useRelease(task)
  return useMutation({
    mutationFn: () => call(api.tasks.claim, { params: { id: task.id } }),
    onSuccess: () =>
      showToast({
        kind: 'success',
        title: t('task.claimed'),
        text: task.name,
        about: task.id,
        action: { label: t('task.undo'), run: () => release.mutate() },
      }),
    onError: (error) => showFailure(t('task.claimFailed'), error),
    onSettled: () => refreshTasks(queryClient),
  })
}

export function useRelease(task: TaskDetail) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.tasks.unclaim, { params: { id: task.id } }),
    onSuccess: () => showToast({ kind: 'success', title: t('task.released'), text: task.name, about: task.id }),
    onError: (error) => showFailure(t('task.releaseFailed'), error),
    onSettled: () => refreshTasks(queryClient),
  })
}

export interface Completion {
  readonly values: Readonly<Record<string, unknown>>
  readonly action: string | null
  readonly hash: string
}

/** Completes the task. Failures are shown at the form, whose input stays. */
export function useComplete(task: TaskDetail, onDone: (nextTaskId: string | null) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (completion: Completion) =>
      call(api.tasks.complete, { params: { id: task.id }, body: { ...completion, timeZone: getTimeZone() } }),
    onSuccess: ({ nextTaskId }) => {
      showToast({ kind: 'success', title: t('task.completed'), text: task.name, about: task.id })
      onDone(nextTaskId)
      void refreshTasks(queryClient)
      void queryClient.invalidateQueries({ queryKey: ['processes'] })
    },
  })
}

/** Lists, counts and the open task. */
function refreshTasks(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['tasks'] })
}

function showFailure(title: string, error: Error): void {
  showToast({ kind: 'error', title, text: describeError(error).message })
}
