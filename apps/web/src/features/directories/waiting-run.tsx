import { Button } from '@mantine/core'
import { api, type DirectoryRun } from '@millrace/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { call } from '../../lib/api/call.ts'
import { CancelRun } from './run-progress.tsx'
import { runsQuery } from './run-query.ts'

interface Props {
  /** The id of the directory. */
  readonly id: string
  readonly run: DirectoryRun
}

/** A run that would disable more users than its threshold allows, with buttons to confirm or cancel it. */
export function WaitingRun({ id, run }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const confirm = useMutation({
    mutationFn: () => call(api.directories.confirmRun, { params: { id, runId: run.id } }),
    onSuccess: async () => {
      setAsking(false)
      await client.invalidateQueries({ queryKey: runsQuery(id).queryKey })
    },
  })
  return (
    <Banner
      kind="warning"
      title={t('directory.waitingTitle')}
      actions={
        <>
          <CancelRun id={id} run={run} />
          <Button size="xs" data-danger onClick={() => setAsking(true)}>
            {t('directory.confirm')}
          </Button>
        </>
      }
    >
      {run.message}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('directory.confirmTitle')}
        action={t('directory.confirm')}
        keep={t('directory.wait')}
        isDangerous
        isPending={confirm.isPending}
        error={
          confirm.error === null ? null : <ErrorBanner title={t('directory.confirmFailed')} error={confirm.error} />
        }
        onConfirm={() => confirm.mutate()}
        onClose={() => setAsking(false)}
      >
        {t('directory.confirmText', { leavers: run.leavers, losers: run.losers })}
      </ConfirmDialog>
    </Banner>
  )
}
