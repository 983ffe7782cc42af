import IconTrash from 'icon:trash'
import { Button } from '@mantine/core'
import { api, type DeploymentDetail } from '@millrace/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { useLeaveRecord } from '../../components/record/use-leave-record.ts'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { deploymentQuery } from './deployment-queries.ts'

/**
 * The button that deletes a deployment after the user typed its name. It states how many running instances are deleted
 * too.
 */
export function DeleteButton({ deployment }: { deployment: DeploymentDetail }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { queryKey } = deploymentQuery(deployment.id)
  const leave = useLeaveRecord(queryKey)
  const [isAsking, setAsking] = useState(false)
  const running = deployment.processes.reduce((sum, { runningInstances }) => sum + runningInstances, 0)
  const name = deployment.name ?? t('deployments.unnamed')
  const remove = useMutation({
    mutationFn: () =>
      call(api.deployments.delete, {
        params: { id: deployment.id },
        query: { cascade: running > 0 ? 'true' : 'false' },
      }),
    onSuccess: () => showToast({ kind: 'success', title: t('deployment.deleted'), text: name }),
    // It may be that instances were started meanwhile: the question is asked anew with their number.
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
  return (
    <>
      <Button size="xs" data-danger leftSection={<IconTrash size={15} stroke={1.6} />} onClick={() => setAsking(true)}>
        {t('deployment.delete')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('deployment.deleteTitle', { name })}
        action={t('deployment.delete')}
        isDangerous
        typedName={name}
        isPending={remove.isPending}
        error={remove.isError ? <ErrorBanner title={t('deployment.deleteFailed')} error={remove.error} /> : null}
        // Whoever has gone elsewhere before the answer stays there.
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => void leave() })}
        onClose={() => setAsking(false)}
      >
        <p>{t('deployment.deleteText')}</p>
        {running > 0 ? <p>{t('deployment.deleteRunning', { count: running })}</p> : null}
      </ConfirmDialog>
    </>
  )
}
