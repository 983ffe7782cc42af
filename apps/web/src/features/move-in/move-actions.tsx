import { Button } from '@mantine/core'
import { api, type MoveIn } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { call } from '../../lib/api/call.ts'
import { saveFile } from '../../lib/api/download.ts'
import classes from './move-in.module.css'
import { isUnderWay } from './move-in-query.ts'

interface Props {
  readonly item: MoveIn
  /** Null: the source was deleted. */
  readonly onDone: (item: MoveIn | null) => void
}

/** What can be done with a source: check, start, continue, stop, or delete it. */
export function MoveActions({ item, onDone }: Props) {
  const { t } = useTranslation()
  const params = { id: item.id }
  const isRunning = isUnderWay(item)
  const check = useMutation({ mutationFn: () => call(api.moveIns.check, { params }), onSuccess: onDone })
  const stop = useMutation({ mutationFn: () => call(api.moveIns.stop, { params }), onSuccess: onDone })
  const report = useMutation({ mutationFn: async () => saveFile(await call(api.moveIns.report, { params })) })
  if (isRunning)
    return (
      <div className={classes.actions}>
        {stop.isError ? <ErrorBanner title={t('moveIn.stopFailed')} error={stop.error} /> : null}
        <Button loading={stop.isPending || item.state === 'stopping'} onClick={() => stop.mutate()}>
          {t(item.isDryRun ? 'moveIn.stopCheck' : 'moveIn.stop')}
        </Button>
      </div>
    )
  return (
    <div className={classes.actions}>
      {check.isError ? <ErrorBanner title={t('moveIn.checkFailed')} error={check.error} /> : null}
      <Start item={item} onDone={onDone} />
      <Button loading={check.isPending} onClick={() => check.mutate()}>
        {t('moveIn.check')}
      </Button>
      <Button loading={report.isPending} onClick={() => report.mutate()}>
        {t(report.isError ? 'moveIn.reportFailed' : 'moveIn.report')}
      </Button>
      <Forget item={item} onDone={onDone} />
    </div>
  )
}

function Start({ item, onDone }: Props) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const start = useMutation({
    mutationFn: () => call(api.moveIns.start, { params: { id: item.id } }),
    onSuccess: (next) => {
      setAsking(false)
      onDone(next)
    },
  })
  const isContinued = !item.isDryRun && (item.state === 'stopped' || item.state === 'failed')
  const action = t(isContinued ? 'moveIn.continue' : item.state === 'done' ? 'moveIn.again' : 'moveIn.start')
  return (
    <>
      <Button variant={item.state === 'done' ? 'default' : 'filled'} onClick={() => setAsking(true)}>
        {action}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('moveIn.startQuestion', { database: item.database })}
        action={action}
        isPending={start.isPending}
        error={start.error === null ? null : <ErrorBanner title={t('moveIn.startFailed')} error={start.error} />}
        onConfirm={() => start.mutate()}
        onClose={() => setAsking(false)}
      >
        {t('moveIn.startText')}
      </ConfirmDialog>
    </>
  )
}

function Forget({ item, onDone }: Props) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const forget = useMutation({
    mutationFn: () => call(api.moveIns.forget, { params: { id: item.id } }),
    onSuccess: () => {
      setAsking(false)
      onDone(null)
    },
  })
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('moveIn.forget')}</Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('moveIn.forgetQuestion', { database: item.database })}
        action={t('moveIn.forget')}
        isDangerous
        isPending={forget.isPending}
        error={forget.error === null ? null : <ErrorBanner title={t('moveIn.forgetFailed')} error={forget.error} />}
        onConfirm={() => forget.mutate()}
        onClose={() => setAsking(false)}
      >
        {t('moveIn.forgetText')}
      </ConfirmDialog>
    </>
  )
}
