import IconFolder from 'icon:folder'
import IconMenu2 from 'icon:menu-2'
import IconSearch from 'icon:search'
import { ActionIcon, Drawer } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CategoryTree } from '../categories/category-tree.tsx'
import { MenuTree } from '../menu/menu-tree.tsx'
import { useMenu } from '../menu/use-menu.ts'
import { LazyNewsBell } from '../news/lazy-news-bell.tsx'
import { openPalette } from '../palette/palette-store.ts'
import { ProfileMenu } from '../profile/profile-menu.tsx'
import { Brand } from './brand.tsx'
import { Footer } from './footer.tsx'
import classes from './mobile-header.module.css'
import { PreviewMark } from './preview-mark.tsx'

/** The header on a phone. Menu and categories are drawers, which also contain the footer. */
export default function MobileHeader() {
  const { t } = useTranslation()
  const [drawer, setDrawer] = useState<'menu' | 'categories' | null>(null)
  const sections = useMenu()
  const close = () => setDrawer(null)
  return (
    <header className={classes.header}>
      <HeaderButton label={t('shell.openMenu')} icon={IconMenu2} onClick={() => setDrawer('menu')} />
      <Brand />
      <div className={classes.tools}>
        <PreviewMark compact />
        <HeaderButton label={t('shell.search')} icon={IconSearch} onClick={openPalette} />
        <LazyNewsBell className={classes.button} size={18} />
        <HeaderButton label={t('shell.openCategories')} icon={IconFolder} onClick={() => setDrawer('categories')} />
        <ProfileMenu compact />
      </div>
      <Drawer opened={drawer === 'menu'} onClose={close} title={<Brand />} size={288} padding={12}>
        <nav aria-label={t('shell.mainMenu')}>
          <MenuTree sections={sections} onNavigate={close} />
        </nav>
        <Footer />
      </Drawer>
      <Drawer
        opened={drawer === 'categories'}
        onClose={close}
        title={t('shell.categories')}
        position="right"
        size={288}
        padding={12}
      >
        <CategoryTree onNavigate={close} />
        <Footer />
      </Drawer>
    </header>
  )
}

function HeaderButton({ label, icon: Icon, onClick }: { label: string; icon: typeof IconMenu2; onClick: () => void }) {
  return (
    <ActionIcon className={classes.button} aria-label={label} onClick={onClick}>
      <Icon size={18} stroke={1.6} />
    </ActionIcon>
  )
}
