import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { PageSkeleton } from '../../components/page/page-skeleton.tsx'
import { CategoryPanel } from './category-panel.tsx'
import { Footer } from './footer.tsx'
import { MainMenu } from './main-menu.tsx'
import { MobileHeader } from './mobile-header.tsx'
import { Navbar } from './navbar.tsx'
import { SessionDialog } from './session-dialog.tsx'
import { ShellCommands } from './shell-commands.tsx'
import classes from './shell.module.css'
import { useScreen } from '../../lib/use-screen.ts'
import { useCategoryPanel } from './use-category-panel.ts'

/** The desk: menu, navbar, category panel and footer around the one sheet that shows the page. */
export function Shell() {
  const { t } = useTranslation()
  const screen = useScreen()
  const panel = useCategoryPanel()
  return (
    <div className={classes.desk} data-panel={screen === 'desktop' && panel.isOpen}>
      <a className={classes.skip} href="#content">
        {t('common.skipToContent')}
      </a>
      {screen === 'phone' ? <MobileHeader /> : <Navbar panel={panel} isRail={screen === 'tablet'} />}
      {screen === 'phone' ? null : <MainMenu isRail={screen === 'tablet'} />}
      <main id="content" tabIndex={-1} className={classes.sheet}>
        <Suspense fallback={<PageSkeleton />}>
          <Outlet />
        </Suspense>
      </main>
      {screen !== 'phone' && panel.isOpen ? <CategoryPanel onClose={panel.toggle} /> : null}
      {screen === 'phone' ? null : <Footer />}
      <ShellCommands />
      <SessionDialog />
    </div>
  )
}
