import IconRefresh from 'icon:refresh'
import IconUserCheck from 'icon:user-check'
import { Button } from '@mantine/core'
import type { IncidentGroupDetail } from '@millrace/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenCause } from '../../components/incident-cause/cause-dialog.tsx'
import { SnoozeMenu } from '../../components/incident-cause/snooze-menu.tsx'
import { RetryAllDialog } from './retry-all-dialog.tsx'

interface Props {
  readonly group: IncidentGroupDetail
  readonly onOpen: (open: OpenCause) => void
}

/** Buttons for the actions on a cause. */
export function GroupActions({ group, onOpen }: Props) {
  const { t } = useTranslation()
  const [isRetryOpen, setRetryOpen] = useState(false)
  const isRetrying = group.batch?.state === 'waiting'
  return (
    <>
      {group.state === 'fixed' ? null : <SnoozeMenu group={group} />}
      <Button
        size="xs"
        leftSection={<IconUserCheck size={15} stroke={1.6} />}
        onClick={() => onOpen({ kind: 'owner', group })}
      >
        {t('incidentGroup.changeOwner')}
      </Button>
      {group.count > 0 && !isRetrying ? (
        <Button
          size="xs"
          variant="filled"
          leftSection={<IconRefresh size={15} stroke={1.6} />}
          onClick={() => setRetryOpen(true)}
        >
          {t('incidentGroup.retryAll', { count: group.count, number: group.count.toLocaleString('en') })}
        </Button>
      ) : null}
      {isRetryOpen ? <RetryAllDialog group={group} onClose={() => setRetryOpen(false)} /> : null}
    </>
  )
}
