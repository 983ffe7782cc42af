import IconRefresh from 'icon:refresh'
import IconUserCheck from 'icon:user-check'
import { Button } from '@mantine/core'
import type { IncidentGroupDetail } from '@millrace/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OwnerDialog } from '../../components/incident-cause/owner-dialog.tsx'
import { SnoozeMenu } from '../../components/incident-cause/snooze-menu.tsx'
import { RetryAllDialog } from './retry-all-dialog.tsx'

/** What can be done with a cause. */
export function GroupActions({ group }: { group: IncidentGroupDetail }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'owner' | 'retry' | null>(null)
  const isRetrying = group.batch?.state === 'waiting'
  return (
    <>
      {group.state === 'fixed' ? null : <SnoozeMenu group={group} />}
      <Button size="xs" leftSection={<IconUserCheck size={15} stroke={1.6} />} onClick={() => setOpen('owner')}>
        {t('incidentGroup.changeOwner')}
      </Button>
      {group.count > 0 && !isRetrying ? (
        <Button
          size="xs"
          variant="filled"
          leftSection={<IconRefresh size={15} stroke={1.6} />}
          onClick={() => setOpen('retry')}
        >
          {t('incidentGroup.retryAll', { count: group.count, number: group.count.toLocaleString('en') })}
        </Button>
      ) : null}
      {open === 'owner' ? <OwnerDialog group={group} onClose={() => setOpen(null)} /> : null}
      {open === 'retry' ? <RetryAllDialog group={group} onClose={() => setOpen(null)} /> : null}
    </>
  )
}
