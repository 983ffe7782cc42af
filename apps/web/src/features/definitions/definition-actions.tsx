import IconArrowsExchange from 'icon:arrows-exchange'
import IconArrowsMove from 'icon:arrows-move'
import IconDots from 'icon:dots'
import IconPlayerPause from 'icon:player-pause'
import IconPlayerPlay from 'icon:player-play'
import IconRestore from 'icon:restore'
import IconTrash from 'icon:trash'
import { ActionIcon, Button, Menu } from '@mantine/core'
import type { DefinitionDetail } from '@millrace/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import type { ManyModeKind } from '../../components/moving/modes.tsx'
import { paths } from '../../config/paths.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { SuspendDialog } from './suspend-dialog.tsx'

/** The actions for a process version. */
export function DefinitionActions({ definition }: { definition: DefinitionDetail }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'suspend' | 'delete' | null>(null)
  const { isSuspended } = definition
  const [, change] = useSearchState()
  const plan = (mode: ManyModeKind) => change({ mode, selection: undefined })
  const Icon = isSuspended ? IconPlayerPlay : IconPlayerPause
  return (
    <>
      {definition.canStart ? (
        <LinkButton to={paths.startForm(definition.id)} size="xs">
          {t('definition.start')}
        </LinkButton>
      ) : null}
      <Button size="xs" leftSection={<IconArrowsExchange size={15} stroke={1.6} />} onClick={() => plan('migrate')}>
        {t('moves.migrate')}
      </Button>
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
          <Menu.Item leftSection={<IconArrowsMove size={15} stroke={1.6} />} onClick={() => plan('move')}>
            {t('moves.move')}
          </Menu.Item>
          <Menu.Item leftSection={<IconRestore size={15} stroke={1.6} />} onClick={() => plan('restart')}>
            {t('moves.restart')}
          </Menu.Item>
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
