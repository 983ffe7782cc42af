import IconCalendarTime from 'icon:calendar-time'
import IconDots from 'icon:dots'
import IconPencil from 'icon:pencil'
import { ActionIcon, Menu } from '@mantine/core'
import type { Incident } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { nameOfIncident, type OpenIncident } from './incident-dialog.tsx'

interface Props {
  readonly incident: Incident
  readonly onOpen: (open: OpenIncident) => void
}

/** Actions of an operator on an incident, except an immediate retry. */
export function IncidentMenu({ incident, onOpen }: Props) {
  const { t } = useTranslation()
  const { canRetry, jobId, note } = incident
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size="sm" aria-label={t('operatedInstance.incidentActions', { name: nameOfIncident(incident) })}>
          <IconDots size={16} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {canRetry && jobId !== null ? (
          <Menu.Item
            leftSection={<IconCalendarTime size={15} stroke={1.6} />}
            onClick={() => onOpen({ kind: 'retry', incident })}
          >
            {t('operatedInstance.retryAt')}
          </Menu.Item>
        ) : null}
        <Menu.Item
          leftSection={<IconPencil size={15} stroke={1.6} />}
          onClick={() => onOpen({ kind: 'note', incident })}
        >
          {t(note === null ? 'operatedInstance.addNote' : 'operatedInstance.editNote')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
