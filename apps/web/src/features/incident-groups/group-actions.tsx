import IconBellZ from 'icon:bell-z'
import IconRefresh from 'icon:refresh'
import IconUserCheck from 'icon:user-check'
import { Button, Menu } from '@mantine/core'
import type { IncidentGroupDetail } from '@millrace/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../components/toast/show-toast.tsx'
import { describeError } from '../../lib/api/describe-error.ts'
import { OwnerDialog } from './owner-dialog.tsx'
import { RetryAllDialog } from './retry-all-dialog.tsx'
import { useSaveGroup } from './use-save-group.ts'

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

const hourMs = 3_600_000

/** For how long a cause may be put off. */
const spans = [
  { text: 'incidentGroup.forHours', count: 4, ms: 4 * hourMs },
  { text: 'incidentGroup.forDays', count: 1, ms: 24 * hourMs },
  { text: 'incidentGroup.forDays', count: 7, ms: 7 * 24 * hourMs },
] as const

function SnoozeMenu({ group }: { group: IncidentGroupDetail }) {
  const { t } = useTranslation()
  const isSnoozed = group.state === 'snoozed'
  const save = useSaveGroup(group, { done: t(isSnoozed ? 'incidentGroup.woken' : 'incidentGroup.snoozedNow') })
  const snooze = (until: string | null) =>
    save.mutate(
      { snooze: until },
      {
        onError: (error) =>
          showToast({ kind: 'error', title: t('incidentGroup.changeFailed'), text: describeError(error).message }),
      },
    )
  const icon = <IconBellZ size={15} stroke={1.6} />
  if (isSnoozed)
    return (
      <Button size="xs" leftSection={icon} loading={save.isPending} onClick={() => snooze(null)}>
        {t('incidentGroup.wake')}
      </Button>
    )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" leftSection={icon} loading={save.isPending}>
          {t('incidentGroup.snooze')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {spans.map(({ text, count, ms }) => (
          <Menu.Item key={ms} onClick={() => snooze(new Date(Date.now() + ms).toISOString())}>
            {t(text, { count })}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => snooze('next')}>{t('incidentGroup.untilNext')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
