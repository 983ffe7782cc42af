import { Button, Modal, TextInput } from '@mantine/core'
import { api, deploymentLimits } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { FileUpload } from '../../components/file-upload/file-upload.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { paths } from '../../config/paths.ts'
import { hasCode } from '../../lib/api/api-error.ts'
import { call } from '../../lib/api/call.ts'
import { checkFiles } from './check-files.ts'
import classes from './deployments.module.css'
import { ProblemTable, toProblems } from './problem-table.tsx'

const megabyte = 1024 * 1024

/**
 * The dialog that chooses files and deploys them. Errors are listed with file and element; warnings are shown after the
 * deployment.
 */
export function DeployDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('deployments.deployTitle')} size={720}>
      <DeployForm onClose={onClose} />
    </Modal>
  )
}

function DeployForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [files, setFiles] = useState<readonly File[]>([])
  const [fault, setFault] = useState<string | null>(null)
  const deploy = useDeploy()
  const open = (id: string) => {
    onClose()
    void navigate({ to: paths.deployment(id) })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = checkFiles(files, t)
    setFault(found)
    if (found !== null) return
    deploy.mutate(
      { name: name.trim(), files },
      {
        onSuccess: ({ deployment, warnings }) => {
          if (warnings.length > 0) return
          showToast({ kind: 'success', title: t('deployments.deployed', { count: files.length }) })
          open(deployment.id)
        },
      },
    )
  }
  if (deploy.data && deploy.data.warnings.length > 0) {
    const { deployment, warnings } = deploy.data
    return (
      <div className={classes.form}>
        <Banner kind="warning" title={t('deployments.warningsTitle')}>
          {t('deployments.warnings', { count: warnings.length })}
        </Banner>
        <ProblemTable problems={warnings} />
        <div className={classes.buttons}>
          <Button variant="filled" onClick={() => open(deployment.id)}>
            {t('common.close')}
          </Button>
        </div>
      </div>
    )
  }
  const refusal = hasCode(deploy.error, 'deployment.invalid') ? deploy.error : null
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {refusal ? (
        <Banner kind="error" title={t('deployments.problems', { count: refusal.details.length })}>
          {t('deployments.nothingDeployed')}
        </Banner>
      ) : null}
      {deploy.isError && refusal === null ? (
        <ErrorBanner title={t('deployments.deployFailed')} error={deploy.error} />
      ) : null}
      {refusal ? <ProblemTable problems={toProblems(refusal)} /> : null}
      <FileUpload
        label={t('deployments.files')}
        help={t('deployments.fileKinds', { size: deploymentLimits.fileSize / megabyte })}
        accept=".bpmn,.xml,.dmn"
        files={files}
        error={fault}
        isDisabled={deploy.isPending}
        onChange={(next) => {
          setFiles(next)
          setFault(null)
          deploy.reset()
        }}
      />
      <TextInput
        label={t('deployments.deployName')}
        description={t('deployments.deployNameHelp')}
        maxLength={deploymentLimits.name}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" variant="filled" loading={deploy.isPending}>
          {t('deployments.deploy')}
        </Button>
      </div>
    </form>
  )
}

function useDeploy() {
  return useMutation({
    mutationFn: ({ name, files }: { name: string; files: readonly File[] }) => {
      const body = new FormData()
      // The server reads the name before it meets the files.
      body.append('name', name)
      for (const file of files) body.append('file', file)
      return call(api.deployments.deploy, { body })
    },
  })
}
