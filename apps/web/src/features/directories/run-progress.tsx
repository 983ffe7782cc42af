import '@mantine/core/styles/Progress.layer.css'
import { Button, Progress } from '@mantine/core'
import { api, type DirectoryRun } from '@millrace/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { call } from '../../lib/api/call.ts'
import classes from './directories.module.css'
import { runsQuery } from './run-query.ts'

interface Props {
  /** The id of the directory. */
  readonly id: string
  readonly run: DirectoryRun
}

/** The progress of a run. The run continues when the user leaves the page. */
export function RunProgress({ id, run }: Props) {
  const { t } = useTranslation()
  const { state, doneRows, rows, counts } = run
  const title = t(`directory.states.${state}`)
  return (
    <div className={classes.outcome}>
      <Progress
        value={state === 'reading' ? 100 : rows === 0 ? 0 : (100 * doneRows) / rows}
        animated={state === 'reading'}
        aria-label={title}
      />
      <p className={classes.text} role="status">
        {state === 'reading' ? t('directory.readingHint') : t('directory.progress', { done: doneRows, rows })}
      </p>
      <p className={classes.text}>
        {state === 'reading' ? t('directory.progressHint') : t('directory.counts', counts)}
      </p>
      <div>
        <CancelRun id={id} run={run} />
      </div>
    </div>
  )
}

/** The button that cancels a run after a confirmation. */
export function CancelRun({ id, run }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const cancel = useMutation({
    mutationFn: () => call(api.directories.cancelRun, { params: { id, runId: run.id } }),
    onSuccess: async () => {
      setAsking(false)
      await client.invalidateQueries({ queryKey: runsQuery(id).queryKey })
    },
  })
  return (
    <>
      <Button size="xs" onClick={() => setAsking(true)}>
        {t('directory.cancel')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('directory.cancelTitle')}
        action={t('directory.cancel')}
        keep={t('directory.goOn')}
        isPending={cancel.isPending}
        error={cancel.error === null ? null : <ErrorBanner title={t('directory.cancelFailed')} error={cancel.error} />}
        onConfirm={() => cancel.mutate()}
        onClose={() => setAsking(false)}
      >
        {t('directory.cancelText')}
      </ConfirmDialog>
    </>
  )
}
