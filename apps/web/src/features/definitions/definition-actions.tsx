import IconDots from 'icon:dots'
import IconPlayerPause from 'icon:player-pause'
import IconPlayerPlay from 'icon:player-play'
import IconTrash from 'icon:trash'
import { ActionIcon, Button, Menu } from '@mantine/core'
import type { DefinitionDetail } from '@millrace/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import { paths } from '../../config/paths.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { SuspendDialog } from './suspend-dialog.tsx'

/** What can be done with a version. */
export function DefinitionActions({ definition }: { definition: DefinitionDetail }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'suspend' | 'delete' | null>(null)
  const { isSuspended } = definition
  const Icon = isSuspended ? IconPlayerPlay : IconPlayerPause
  return (
    <>
      {definition.canStart ? (
        <LinkButton to={paths.startForm(definition.id)} size="xs">
          {t('definition.start')}
        </LinkButton>
      ) : null}
      <Button size="xs" leftSection={<Icon size={15} stroke={1.6} />} onClick={() => setOpen('suspend')}>
        {t(isSuspended ? 'definition.activate' : 'definition.suspend')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size="sm" aria-label={t('definition.moreActions')}>
            <IconDots size={16} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item data-danger leftSection={<IconTrash size={15} stroke={1.6} />} onClick={() => setOpen('delete')}>
            {t('definition.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'suspend' ? <SuspendDialog definition={definition} onClose={() => setOpen(null)} /> : null}
      {open === 'delete' ? <DeleteDialog definition={definition} onClose={() => setOpen(null)} /> : null}
    </>
  )
}
