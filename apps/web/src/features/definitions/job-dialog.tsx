import { Checkbox, TextInput } from '@mantine/core'
import { api, type JobDefinition } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'

export type JobAction = 'suspend' | 'activate' | 'priority' | 'retry'

interface Props {
  readonly definitionId: string
  readonly job: JobDefinition
  readonly name: string
  readonly action: JobAction
  readonly onClose: () => void
}

/** The dialog that confirms an action on the jobs of an element. */
export function JobDialog({ definitionId, job, name, action, onClose }: Props) {
  const { t } = useTranslation()
  const [includesJobs, setIncludesJobs] = useState(true)
  const [priority, setPriority] = useState(job.priority === null ? '' : String(job.priority))
  const params = { id: definitionId, jobDefinitionId: job.id }
  const wanted = priority.trim() === '' ? null : Number(priority)
  const isWrong = action === 'priority' && wanted !== null && !Number.isInteger(wanted)
  const texts = {
    suspend: {
      title: 'definition.suspendJobsTitle',
      action: 'definition.suspendJobs',
      done: 'definition.jobsSuspended',
    },
    activate: {
      title: 'definition.activateJobsTitle',
      action: 'definition.activateJobs',
      done: 'definition.jobsActivated',
    },
    priority: {
      title: 'definition.setPriorityTitle',
      action: 'definition.setPriority',
      done: 'definition.prioritySet',
    },
    retry: { title: 'definition.retryJobsTitle', action: 'definition.retryJobs', done: 'definition.jobsRetried' },
  } as const
  const change = useMutation({
    mutationFn: async () => {
      if (action === 'retry') return call(api.definitions.retryJobs, { params, body: { retries: 1 } })
      if (action === 'priority')
        return call(api.definitions.setJobPriority, { params, body: { priority: wanted, includesJobs } })
      return call(api.definitions.suspendJobs, { params, body: { isSuspended: action === 'suspend', includesJobs } })
    },
    onSuccess: () => {
      showToast({ kind: 'success', title: t(texts[action].done), text: name })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      title={t(texts[action].title, { name })}
      action={t(texts[action].action)}
      isPending={change.isPending}
      error={change.isError ? <ErrorBanner title={t('definition.jobsFailed')} error={change.error} /> : null}
      onConfirm={() => {
        if (!isWrong) change.mutate()
      }}
      onClose={onClose}
    >
      {action === 'retry' ? <p>{t('definition.retryJobsText')}</p> : null}
      {action === 'priority' ? (
        <TextInput
          label={t('definition.jobPriority')}
          description={t('definition.setPriorityHelp')}
          inputMode="numeric"
          value={priority}
          error={isWrong}
          onChange={(event) => setPriority(event.currentTarget.value)}
        />
      ) : null}
      {action === 'retry' ? null : (
        <Checkbox
          label={t('definition.includesJobs')}
          checked={includesJobs}
          onChange={(event) => setIncludesJobs(event.currentTarget.checked)}
        />
      )}
    </ConfirmDialog>
  )
}
