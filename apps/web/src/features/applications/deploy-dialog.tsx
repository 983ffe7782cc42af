import { Button, Modal, Textarea } from '@mantine/core'
import { type Application, api, limits } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { hasCode } from '../../lib/api/api-error.ts'
import { call } from '../../lib/api/call.ts'
import { describeFaultOf, describeModelFault } from '../../lib/api/describe-fault.ts'
import classes from './applications.module.css'
import { DeployedParts } from './deployed-parts.tsx'
import { deploymentQuery } from './deployment-queries.ts'
import { FailedTests } from './failed-tests.tsx'
import { FaultList } from './fault-list.tsx'
import { RunningInstances } from './running-instances.tsx'

interface Props {
  readonly application: Application
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Shows what would be deployed and what of it is different, asks for a note, and deploys it as one. */
export function DeployDialog({ application, isOpen, onClose }: Props) {
  const { t } = useTranslation()
  const title = t('applications.deployTitle', { name: application.name })
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} size={800}>
      <DeployForm application={application} onClose={onClose} />
    </Modal>
  )
}

function DeployForm({ application: { id: appId, name }, onClose }: Omit<Props, 'isOpen'>) {
  const { t } = useTranslation()
  const state = useQuery({ ...deploymentQuery(appId), staleTime: 0 })
  const [note, setNote] = useState('')
  const [reason, setReason] = useState('')
  const version = (state.data?.last?.version ?? 0) + 1
  const deploy = useMutation({
    mutationFn: () =>
      call(api.applications.deploy, {
        params: { appId },
        body: { note: note.trim(), ...(reason.trim() !== '' && { overrideReason: reason.trim() }) },
      }),
    onSuccess: (deployed) =>
      showToast({ kind: 'success', title: t('applications.deployed', { version: deployed.version, name }) }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    deploy.mutate(undefined, {
      onSuccess: ({ warnings }) => {
        if (warnings.length === 0) onClose()
      },
    })
  }
  const warnings = deploy.data?.warnings ?? []
  if (warnings.length > 0)
    return (
      <div className={classes.dialog}>
        <Banner kind="warning" title={t('applications.warningsTitle', { count: warnings.length })}>
          {t('applications.warningsText')}
        </Banner>
        <FaultList
          faults={warnings.map(({ fileName, elementId, message }) => ({
            where: elementId === null ? fileName : `${fileName}#${elementId}`,
            message: describeModelFault(message),
          }))}
        />
        <div className={classes.buttons}>
          <Button variant="filled" onClick={onClose}>
            {t('common.close')}
          </Button>
        </div>
      </div>
    )
  const refusal = hasCode(deploy.error, 'deployment.invalid') ? deploy.error : null
  const taken = hasCode(deploy.error, 'application.key-deployed') ? deploy.error : null
  const failed = hasCode(deploy.error, 'application.tests-failed') ? deploy.error : null
  return (
    <form className={classes.dialog} onSubmit={submit} noValidate>
      {refusal === null ? null : (
        <>
          <Banner kind="error" title={t('applications.faults', { count: refusal.details.length })}>
            {t('applications.nothingDeployed')}
          </Banner>
          <FaultList
            faults={refusal.details.map(({ where, message }) => ({ where, message: describeModelFault(message) }))}
          />
        </>
      )}
      {failed === null && reason === '' ? null : (
        <FailedTests tests={failed?.details ?? []} reason={reason} onReason={setReason} />
      )}
      {deploy.isError && refusal === null && failed === null ? (
        <ErrorBanner title={t('applications.deployFailed')} error={deploy.error} comfort={t('record.stillHere')} />
      ) : null}
      {taken === null ? null : (
        <FaultList
          faults={taken.details.map(({ where, message }) => ({ where, message: describeModelFault(message) }))}
        />
      )}
      <QueryFailure query={state} title={t('applications.deploymentFailed')} />
      {state.data === undefined ? (
        state.isError ? null : (
          <SkeletonRows count={4} height={40} />
        )
      ) : (
        <>
          <p className={classes.text}>{t('applications.deployText', { version })}</p>
          <DeployedParts appId={appId} parts={state.data.parts} />
          <RunningInstances state={state.data} />
        </>
      )}
      <Textarea
        label={t('applications.note')}
        description={t('applications.noteHelp')}
        maxLength={limits.description}
        autosize
        minRows={2}
        value={note}
        error={describeFaultOf(deploy.error, 'note')}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" variant="filled" loading={deploy.isPending} disabled={state.data === undefined}>
          {t('applications.deployAction', { version })}
        </Button>
      </div>
    </form>
  )
}
