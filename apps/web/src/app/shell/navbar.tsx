import { ActionIcon, Tooltip } from '@mantine/core'
import { IconHelpCircle, IconLayoutSidebarRightExpand, IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Keys } from '../../components/keys/keys.tsx'
import { useSession } from '../../lib/session/session.ts'
import classes from './navbar.module.css'
import { openPalette } from './palette-store.ts'
import { ProfileMenu } from './profile-menu.tsx'
import type { CategoryPanelState } from './use-category-panel.ts'
import { Workplace } from './workplace.tsx'

/** The row over the sheet: search in the middle, tools and the account on the right. */
export function Navbar({ panel, isRail }: { panel: CategoryPanelState; isRail: boolean }) {
  const { t } = useTranslation()
  const { helpUrl } = useSession()
  return (
    <header className={classes.navbar} data-rail={isRail || undefined}>
      <Workplace />
      <button type="button" className={classes.search} onClick={openPalette}>
        <IconSearch size={16} stroke={1.6} aria-hidden />
        <span className={classes.searchText}>{t('shell.search')}</span>
        <Keys keys={['Ctrl K']} />
      </button>
      <div className={classes.tools}>
        {panel.isOpen ? null : (
          <Tooltip label={t('shell.openCategories')}>
            <ActionIcon aria-label={t('shell.openCategories')} onClick={panel.toggle}>
              <IconLayoutSidebarRightExpand size={17} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        )}
        <Tooltip label={t('shell.help')}>
          <ActionIcon
            component="a"
            href={helpUrl ?? '/help/'}
            target="_blank"
            rel="noopener"
            aria-label={t('shell.help')}
          >
            <IconHelpCircle size={17} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
        <ProfileMenu />
      </div>
    </header>
  )
}
