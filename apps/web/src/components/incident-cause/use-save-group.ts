import { api, type IncidentGroupDetail } from '@millrace/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/call.ts'
import { showToast } from '../toast/show-toast.tsx'
import { groupQuery } from './group-queries.ts'

interface Change {
  readonly owner?: string | null
  readonly note?: string | null
  readonly snooze?: string | null
}

/**
 * Returns the mutation that saves a change of a cause of incidents, and then shows a toast.
 *
 * @param given.revision the revision that the user saw when they started to edit.
 * @param options.done the text of the toast.
 * @param options.onDone called after a successful save.
 */
export function useSaveGroup(
  { id, revision }: Pick<IncidentGroupDetail, 'id' | 'revision'>,
  { done, onDone }: { readonly done: string; readonly onDone?: () => void },
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: Change) => call(api.incidentGroups.save, { params: { id }, body: { revision, ...change } }),
    onSuccess: () => {
      showToast({ kind: 'success', title: done })
      onDone?.()
    },
    // Somebody else may have changed it: what they did is shown behind the dialog.
    onError: () => queryClient.invalidateQueries({ queryKey: groupQuery(id).queryKey }),
  })
}
