import IconLayoutSidebar from 'icon:layout-sidebar'
import { ActionIcon } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Hint } from '../../../components/hint/hint.tsx'
import { lazyPart } from '../../../components/lazy-part/lazy-part.tsx'
import { usePreference } from '../../../lib/preferences.ts'
import { Brand } from '../frame/brand.tsx'
import classes from './main-menu.module.css'
import { MenuTree } from './menu-tree.tsx'
import { useMenu } from './use-menu.ts'

/** With what opens from it, it is a part of its own: who has the whole menu never loads it. */
const MenuRail = lazyPart(() => import('./menu-rail.tsx'))

/** The menu on the left: a rail of icons when the window is narrow or the user has chosen it. */
export function MainMenu({ isRail }: { isRail: boolean }) {
  const { t } = useTranslation()
  const [isCollapsed, setCollapsed] = usePreference('menuCollapsed')
  const sections = useMenu()
  const isNarrow = isRail || isCollapsed
  return (
    <nav className={classes.menu} data-rail={isNarrow} aria-label={t('shell.mainMenu')}>
      <div className={classes.brandRow}>
        <Brand logoOnly={isNarrow} />
        {isNarrow ? null : <CollapseButton label={t('shell.collapseMenu')} onClick={() => setCollapsed(true)} />}
      </div>
      <div className={classes.scroll}>
        {isNarrow ? <MenuRail sections={sections} /> : <MenuTree sections={sections} />}
      </div>
      {isCollapsed && !isRail ? (
        <div className={classes.foot}>
          <CollapseButton label={t('shell.expandMenu')} onClick={() => setCollapsed(false)} />
        </div>
      ) : null}
    </nav>
  )
}

function CollapseButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Hint label={label}>
      <ActionIcon aria-label={label} onClick={onClick}>
        <IconLayoutSidebar size={16} stroke={1.6} />
      </ActionIcon>
    </Hint>
  )
}
