import { api } from '@millrace/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { describeError } from '../../components/banner/error-banner.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { t } from '../../lib/i18n.ts'

/** Tries again what raised an incident; whatever the outcome, the instance is asked for again. */
export function useRetryIncident(instanceId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (incidentId: string) => call(api.processes.retryIncident, { params: { id: instanceId, incidentId } }),
    onSuccess: () => showToast({ kind: 'success', title: t('instance.retried') }),
    onError: (error) =>
      showToast({ kind: 'error', title: t('instance.retryFailed'), text: describeError(error).message }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['processes', 'instance', instanceId] }),
  })
}
