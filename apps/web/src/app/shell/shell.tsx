import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { PageSkeleton } from '../../components/page/page-skeleton.tsx'
import { loadChunk } from '../../lib/load-chunk.ts'
import { useScreen } from '../../lib/use-screen.ts'
import { CategoryPanel } from './category-panel.tsx'
import { Footer } from './footer.tsx'
import { MainMenu } from './main-menu.tsx'
import { Navbar } from './navbar.tsx'
import { SessionWatch } from './session-watch.tsx'
import classes from './shell.module.css'
import { ShellCommands } from './shell-commands.tsx'
import { useCategoryPanel } from './use-category-panel.ts'

/** With its drawers it is a part of its own: desktops never load it. */
const MobileHeader = lazy(() => loadChunk(() => import('./mobile-header.tsx')))

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
      {screen === 'phone' ? (
        <Suspense fallback={<header />}>
          <MobileHeader />
        </Suspense>
      ) : (
        <Navbar panel={panel} isRail={screen === 'tablet'} />
      )}
      {screen === 'phone' ? null : <MainMenu isRail={screen === 'tablet'} />}
      <main id="content" tabIndex={-1} className={classes.sheet}>
        <Suspense fallback={<PageSkeleton />}>
          <Outlet />
        </Suspense>
      </main>
      {screen !== 'phone' && panel.isOpen ? <CategoryPanel onClose={panel.toggle} /> : null}
      {screen === 'phone' ? null : <Footer />}
      <ShellCommands />
      <SessionWatch />
    </div>
  )
}
