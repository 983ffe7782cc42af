import { Checkbox, Radio } from '@mantine/core'
import { api, type DefinitionDetail } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { DateInput } from '../../components/day-input/date-input.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { presentDateTime } from '../../lib/dates.ts'
import { toInstant } from '../../lib/local-time.ts'

/** The dialog that suspends or activates a version or all versions, with or without their instances. */
export function SuspendDialog({ definition, onClose }: { definition: DefinitionDetail; onClose: () => void }) {
  const { t } = useTranslation()
  // What the question was about when it was asked: somebody else may suspend it meanwhile.
  const [isSuspended] = useState(!definition.isSuspended)
  const [allVersions, setAllVersions] = useState(false)
  const [includesInstances, setIncludesInstances] = useState(false)
  const [isLater, setLater] = useState(false)
  const [at, setAt] = useState('')
  const [isTried, setTried] = useState(false)
  const { name, version } = definition
  const change = useMutation({
    mutationFn: (when: string | null) =>
      call(api.definitions.suspend, {
        params: { id: definition.id },
        body: { isSuspended, includesInstances, allVersions, at: when },
      }),
    onSuccess: (_, when) => {
      const done = t(isSuspended ? 'definition.suspended' : 'definition.activated')
      showToast({
        kind: 'success',
        title: when === null ? done : t('definition.planned', { when: presentDateTime(when) }),
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
      isPending={change.isPending}
      error={change.isError ? <ErrorBanner title={failed} error={change.error} /> : null}
      onConfirm={() => {
        setTried(true)
        const when = isLater ? toInstant(at) : null
        if (when !== undefined && (!isLater || when !== null)) change.mutate(when)
      }}
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
      <Radio.Group
        mt={12}
        label={t('definition.when')}
        value={isLater ? 'later' : 'now'}
        onChange={(value) => setLater(value === 'later')}
      >
        <Radio value="now" mt={8} label={t('definition.now')} />
        <Radio value="later" mt={8} label={t('definition.atDate')} />
      </Radio.Group>
      {isLater ? (
        <DateInput
          mt={12}
          precision="minute"
          label={t('definition.date')}
          description={t('definition.dateHelp')}
          value={at}
          error={isTried && at === '' ? t('definition.enterDate') : undefined}
          onChange={setAt}
        />
      ) : null}
    </ConfirmDialog>
  )
}
