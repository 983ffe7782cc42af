import { api, type TaskAction, type TaskDetail, type TaskOutcome } from '@millrace/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showToast } from '../../components/toast/show-toast.tsx'
import { ApiError, type ApiErrorCode } from '../../lib/api/api-error.ts'
import { call } from '../../lib/api/call.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { touch } from '../../lib/api/touch.ts'
import { describeTask } from './describe-task.ts'
import { showAsItIs } from './task-queries.ts'

/**
 * Applies one action to one task.
 *
 * @returns the token by which it can be undone.
 * @throws ApiError when it was refused, as if it had been called alone.
 */
export async function doToOne({ id }: TaskDetail, action: TaskAction): Promise<string | null> {
  return readOutcome(await call(api.taskBulk.apply, { body: { action, ids: [id] } }))
}

/**
 * Returns the mutation that undoes an action on a task by the token of `doToOne`, if the task was not changed since.
 */
export function useUndo(task: TaskDetail, titles: { readonly done: string; readonly failed: string }) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (mark: string) =>
      readOutcome(await call(api.taskBulk.undo, { body: { items: [{ id: task.id, mark }] } })),
    onSuccess: () => showToast({ kind: 'success', title: titles.done, text: describeTask(task), about: task.id }),
    onError: (error) => {
      showToast({ kind: 'error', title: titles.failed, text: describeError(error).message })
      touch(api.taskBulk.undo)
    },
    onSettled: () => showAsItIs(queryClient, task),
  })
}

function readOutcome([outcome]: readonly TaskOutcome[]): string | null {
  if (outcome?.isDone) return outcome.mark
  const { code, message } = outcome ?? {}
  throw new ApiError({ code: (code ?? 'thing.not-found') as ApiErrorCode, status: 409, message: message ?? '' })
}
