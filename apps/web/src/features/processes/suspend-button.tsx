import IconPlayerPause from 'icon:player-pause'
import IconPlayerPlay from 'icon:player-play'
import { Button } from '@mantine/core'
import { api, type InstanceDetail } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { describeError, describeRefusal } from '../../lib/api/describe-error.ts'

/** The button for operators that suspends a running instance, or activates it again. */
export function SuspendButton({
  instance: { id, state, endedAt, permissions },
}: {
  readonly instance: InstanceDetail
}) {
  const { t } = useTranslation()
  const isSuspended = state === 'suspended'
  const kind = isSuspended ? 'activate' : 'suspend'
  const failed = (text: string) => showToast({ kind: 'error', title: t('processes.bulkFailed'), text, about: id })
  const suspend = useMutation({
    mutationFn: () => call(api.processes.doToInstances, { body: { action: { kind }, ids: [id] } }),
    onSuccess: ([outcome]) => {
      if (outcome?.isDone) showToast({ kind: 'success', title: t(`processes.done.${kind}`, { count: 1 }), about: id })
      else failed(describeRefusal({ code: outcome?.code ?? '', message: outcome?.message ?? '' }))
    },
    onError: (error) => failed(describeError(error).message),
  })
  if (endedAt !== null || !permissions.retry) return null
  const Icon = isSuspended ? IconPlayerPlay : IconPlayerPause
  return (
    <Button
      size="xs"
      leftSection={<Icon size={15} stroke={1.6} />}
      loading={suspend.isPending}
      onClick={() => suspend.mutate()}
    >
      {t(`processes.${kind}`)}
    </Button>
  )
}
