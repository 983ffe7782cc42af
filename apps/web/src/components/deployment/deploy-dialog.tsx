import { Button, Modal, Textarea } from '@mantine/core'
import { api, limits } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../lib/api/api-error.ts'
import { call } from '../../lib/api/call.ts'
import { describeFaultOf, describeModelFault } from '../../lib/api/describe-fault.ts'
import { Banner } from '../banner/banner.tsx'
import { ErrorBanner } from '../banner/error-banner.tsx'
import { QueryFailure } from '../banner/query-failure.tsx'
import { SkeletonRows } from '../delayed/skeleton-rows.tsx'
import { showToast } from '../toast/show-toast.tsx'
import { DeployedParts } from './deployed-parts.tsx'
import classes from './deployment.module.css'
import { deploymentQuery } from './deployment-queries.ts'
import { FailedTests } from './failed-tests.tsx'
import { FaultList } from './fault-list.tsx'
import { RunningInstances } from './running-instances.tsx'
import { useStartAction } from './use-start-action.ts'

export interface DeployDialogProps {
  readonly application: { readonly id: string; readonly name: string }
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The dialog that shows the parts of a deployment and their changes, asks for a note, and deploys the application. */
export default function DeployDialog({ application, isOpen, onClose }: DeployDialogProps) {
  const { t } = useTranslation()
  const title = t('applications.deployTitle', { name: application.name })
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} size={800}>
      <DeployForm application={application} onClose={onClose} />
    </Modal>
  )
}

function DeployForm({ application: { id: appId, name }, onClose }: Omit<DeployDialogProps, 'isOpen'>) {
  const { t } = useTranslation()
  const state = useQuery({ ...deploymentQuery(appId), staleTime: 0 })
  const [note, setNote] = useState('')
  const [reason, setReason] = useState('')
  const findStart = useStartAction()
  const version = (state.data?.last?.version ?? 0) + 1
  const deploy = useMutation({
    mutationFn: () =>
      call(api.applications.deploy, {
        params: { appId },
        body: { note: note.trim(), ...(reason.trim() !== '' && { overrideReason: reason.trim() }) },
      }),
    onSuccess: async (deployed) => {
      const keys = (state.data?.parts ?? []).flatMap((part) => (part.kind === 'process' ? [part.key] : []))
      const action = await findStart(keys)
      const title = t('applications.deployed', { version: deployed.version, name })
      showToast({ kind: 'success', title, ...(action !== null && { action }) })
    },
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
