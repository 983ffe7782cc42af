import { api, type DeploymentDetail } from '@millrace/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { paths } from '../../config/paths.ts'
import { call } from '../../lib/api/call.ts'
import { deploymentQuery } from './deployment-queries.ts'

/** Deletes a deployment after its name was typed; says first how many running instances go with it. */
export function DeleteDialog({
  deployment,
  isOpen,
  onClose,
}: {
  deployment: DeploymentDetail
  isOpen: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
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
    onError: () => queryClient.invalidateQueries({ queryKey: deploymentQuery(deployment.id).queryKey }),
  })
  // Whoever has gone elsewhere before the answer stays there.
  const leave = async () => {
    await navigate({ to: paths.deployments })
    queryClient.removeQueries({ queryKey: deploymentQuery(deployment.id).queryKey })
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('deployment.deleteTitle', { name })}
      action={t('deployment.delete')}
      keep={t('deployment.keep')}
      isDangerous
      typedName={name}
      isPending={remove.isPending}
      error={remove.isError ? <ErrorBanner title={t('deployment.deleteFailed')} error={remove.error} /> : null}
      onConfirm={() => remove.mutate(undefined, { onSuccess: () => void leave() })}
      onClose={onClose}
    >
      <p>{t('deployment.deleteText')}</p>
      {running > 0 ? <p>{t('deployment.deleteRunning', { count: running })}</p> : null}
    </ConfirmDialog>
  )
}
