import { api } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { quietly } from '../../lib/api/quietly.ts'
import { touch } from '../../lib/api/touch.ts'
import { t } from '../../lib/i18n.ts'

/** Milliseconds after which the instance is asked for again: the other try is made by a worker, in its own time. */
const looks = [1_500, 4_000, 10_000] as const

/** Returns the mutation that retries the failed step of an incident, and shows the result. */
export function useRetryIncident(instanceId: string) {
  return useMutation({
    mutationFn: (incidentId: string) => call(api.processes.retryIncident, { params: { id: instanceId, incidentId } }),
    onSuccess: () => showToast({ kind: 'success', title: t('instance.retried') }),
    onError: (error) =>
      showToast({ kind: 'error', title: t('instance.retryFailed'), text: describeError(error).message }),
    onSettled: () => {
      for (const delay of looks) setTimeout(() => quietly(() => touch(api.processes.retryIncident)), delay)
    },
  })
}
