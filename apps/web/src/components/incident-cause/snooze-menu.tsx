import IconBellZ from 'icon:bell-z'
import { Button, Menu } from '@mantine/core'
import type { IncidentGroupDetail } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../lib/api/describe-error.ts'
import { showToast } from '../toast/show-toast.tsx'
import { useSaveGroup } from './use-save-group.ts'

const hourMs = 3_600_000

/** For how long a cause may be put off. */
const spans = [
  { text: 'incidentGroup.forHours', count: 4, ms: 4 * hourMs },
  { text: 'incidentGroup.forDays', count: 1, ms: 24 * hourMs },
  { text: 'incidentGroup.forDays', count: 7, ms: 7 * 24 * hourMs },
] as const

/** A menu that snoozes a cause of incidents, or ends the snooze. */
export function SnoozeMenu({ group }: { group: IncidentGroupDetail }) {
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
