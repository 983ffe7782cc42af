import IconHelpCircle from 'icon:help-circle'
import IconLayoutSidebarRightExpand from 'icon:layout-sidebar-right-expand'
import IconSearch from 'icon:search'
import { ActionIcon } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Hint } from '../../../components/hint/hint.tsx'
import { Keys } from '../../../components/keys/keys.tsx'
import { paths } from '../../../config/paths.ts'
import { useSession } from '../../../lib/session/session.ts'
import type { CategoryPanelState } from '../categories/use-category-panel.ts'
import { LazyNewsBell } from '../news/lazy-news-bell.tsx'
import { openPalette } from '../palette/palette-store.ts'
import { ProfileMenu } from '../profile/profile-menu.tsx'
import { Workplace } from '../workplace/workplace.tsx'
import { Brand } from './brand.tsx'
import classes from './navbar.module.css'
import { PreviewMark } from './preview-mark.tsx'

interface Props {
  readonly panel: CategoryPanelState
  readonly isRail: boolean
  /** With the menu on top, the brand is here. */
  readonly hasBrand: boolean
}

/** The bar above the page: search in the middle, tools and the account on the right. */
export function Navbar({ panel, isRail, hasBrand }: Props) {
  const { t } = useTranslation()
  const { helpUrl } = useSession()
  return (
    <header
      className={classes.navbar}
      data-rail={(isRail && !hasBrand) || undefined}
      data-brand={hasBrand || undefined}
    >
      <div className={classes.start}>
        {hasBrand ? <Brand logoOnly={isRail} /> : null}
        <Workplace />
      </div>
      <button type="button" className={classes.search} onClick={openPalette}>
        <IconSearch size={16} stroke={1.6} aria-hidden />
        <span className={classes.searchText}>{t('shell.search')}</span>
        <Keys keys={['Ctrl K']} />
      </button>
      <div className={classes.tools}>
        <PreviewMark />
        {panel.isOpen ? null : (
          <Hint label={t('shell.openCategories')}>
            <ActionIcon aria-label={t('shell.openCategories')} onClick={panel.toggle}>
              <IconLayoutSidebarRightExpand size={17} stroke={1.6} />
            </ActionIcon>
          </Hint>
        )}
        <Hint label={t('shell.help')}>
          <ActionIcon
            component="a"
            href={helpUrl ?? paths.helpContents}
            target="_blank"
            rel="noopener"
            aria-label={t('shell.help')}
          >
            <IconHelpCircle size={17} stroke={1.6} />
          </ActionIcon>
        </Hint>
        <LazyNewsBell />
        <ProfileMenu />
      </div>
    </header>
  )
}
