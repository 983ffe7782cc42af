import { Button, Progress } from '@mantine/core'
import { api, type PackageImportDetails } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { Section } from '../../components/section/section.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { importsPath } from './imports-path.ts'
import classes from './packages.module.css'
import { SetUpList } from './set-up-list.tsx'

/** The progress and result of a started import, with a button to undo it. */
export function ImportResult({ details }: { details: PackageImportDetails }) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const params = { id: details.id }
  const cancel = useMutation({ mutationFn: () => call(api.packages.cancel, { params }) })
  const rollBack = useMutation({
    mutationFn: () => call(api.packages.rollBack, { params }),
    onSuccess: () => {
      setAsked(false)
      showToast({ kind: 'success', title: t('packages.rolledBack') })
    },
  })
  const isUnderWay = details.state === 'waiting' || details.state === 'running'
  return (
    <PageBody>
      <div className={classes.main}>
        {cancel.isError ? <ErrorBanner title={t('packages.cancelFailed')} error={cancel.error} /> : null}
        <Outcome details={details} />
        {isUnderWay ? (
          <Progress
            size={8}
            value={details.total === 0 ? 0 : (details.done / details.total) * 100}
            aria-label={t('packages.running', { done: details.done, total: details.total })}
          />
        ) : null}
        {details.state === 'done' ? (
          <Section title={t('packages.setUpTitle')} hint={t('packages.setUpHint')}>
            <SetUpList items={details.setUp} />
          </Section>
        ) : null}
        <div className={classes.row}>
          <LinkButton to={importsPath}>{t('packages.to')}</LinkButton>
          {isUnderWay ? (
            <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
              {t('packages.cancel')}
            </Button>
          ) : null}
          {details.canRollBack ? (
            <Button
              color="red"
              onClick={() => {
                rollBack.reset()
                setAsked(true)
              }}
            >
              {t('packages.rollBack')}
            </Button>
          ) : null}
        </div>
        <ConfirmDialog
          isOpen={isAsked}
          title={t('packages.rollBackTitle')}
          action={t('packages.rollBack')}
          isDangerous
          isPending={rollBack.isPending}
          error={rollBack.isError ? <ErrorBanner title={t('packages.rollBackFailed')} error={rollBack.error} /> : null}
          onConfirm={() => rollBack.mutate()}
          onClose={() => setAsked(false)}
        >
          {t('packages.rollBackText')}
        </ConfirmDialog>
      </div>
    </PageBody>
  )
}

function Outcome({ details }: { details: PackageImportDetails }) {
  const { t } = useTranslation()
  switch (details.state) {
    case 'done':
      return (
        <Banner kind="success" title={t('packages.doneTitle')}>
          {t('packages.doneText', details.counts)}
        </Banner>
      )
    case 'failed':
      return (
        <Banner kind="error" title={t('packages.failedTitle')}>
          {details.message}
        </Banner>
      )
    case 'cancelled':
      return (
        <Banner kind="info" title={t('packages.cancelledTitle')}>
          {details.message ?? t('packages.cancelledText')}
        </Banner>
      )
    case 'dismissed':
      return (
        <Banner kind="info" title={t('packages.dismissedTitle')}>
          {t('packages.dismissedText', { reason: details.reason ?? '' })} {details.endedBy?.displayName}
        </Banner>
      )
    case 'rolled-back':
      return (
        <Banner kind="info" title={t('packages.rolledBackTitle')}>
          {t('packages.rolledBackText')}
        </Banner>
      )
    default:
      return (
        <Banner kind="info" title={t('packages.running', { done: details.done, total: details.total })}>
          {t('packages.runningText')}
        </Banner>
      )
  }
}
