import { Checkbox, Radio } from '@mantine/core'
import { api, type DefinitionDetail } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'

/** Suspends or activates a version or all versions, with their instances or without. */
export function SuspendDialog({ definition, onClose }: { definition: DefinitionDetail; onClose: () => void }) {
  const { t } = useTranslation()
  // What the question was about when it was asked: somebody else may suspend it meanwhile.
  const [isSuspended] = useState(!definition.isSuspended)
  const [allVersions, setAllVersions] = useState(false)
  const [includesInstances, setIncludesInstances] = useState(false)
  const { name, version } = definition
  const change = useMutation({
    mutationFn: () =>
      call(api.definitions.suspend, {
        params: { id: definition.id },
        body: { isSuspended, includesInstances, allVersions },
      }),
    onSuccess: () => {
      showToast({
        kind: 'success',
        title: t(isSuspended ? 'definition.suspended' : 'definition.activated'),
        text: name,
      })
      onClose()
    },
  })
  const failed = t(isSuspended ? 'definition.suspendFailed' : 'definition.activateFailed')
  return (
    <ConfirmDialog
      isOpen
      title={t(isSuspended ? 'definition.suspendTitle' : 'definition.activateTitle', { name })}
      action={t(isSuspended ? 'definition.suspendAction' : 'definition.activateAction')}
      keep={t(isSuspended ? 'definition.keepActive' : 'definition.keepSuspended')}
      isPending={change.isPending}
      error={change.isError ? <ErrorBanner title={failed} error={change.error} /> : null}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      <p>{t(isSuspended ? 'definition.suspendText' : 'definition.activateText')}</p>
      <Radio.Group
        label={t('definition.whichVersions')}
        value={allVersions ? 'all' : 'one'}
        onChange={(value) => setAllVersions(value === 'all')}
      >
        <Radio value="one" mt={8} label={t('definition.thisVersion', { version })} />
        <Radio value="all" mt={8} label={t('definition.allVersions')} />
      </Radio.Group>
      <Checkbox
        mt={12}
        label={t(isSuspended ? 'definition.suspendInstances' : 'definition.activateInstances')}
        checked={includesInstances}
        onChange={(event) => setIncludesInstances(event.currentTarget.checked)}
      />
    </ConfirmDialog>
  )
}
