import { Outlet, useMatches } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../../components/lazy-part/lazy-part.tsx'
import { PageSkeleton } from '../../../components/page/page-skeleton.tsx'
import { useThemeData } from '../../../lib/theme/theme-queries.ts'
import { useScreen } from '../../../lib/use-screen.ts'
import { CategoryPanel } from '../categories/category-panel.tsx'
import { useCategoryPanel } from '../categories/use-category-panel.ts'
import { MainMenu } from '../menu/main-menu.tsx'
import { ShellCommands } from '../palette/shell-commands.tsx'
import { useProfileLanguage } from '../profile/use-profile-language.ts'
import { SessionWatch } from '../session/session-watch.tsx'
import { useAfterStart } from '../session/use-after-start.ts'
import { Footer } from './footer.tsx'
import { Navbar } from './navbar.tsx'
import classes from './shell.module.css'

/** With its drawers it is a part of its own: desktops never load it. */
const MobileHeader = lazyPart(() => import('./mobile-header.tsx'), { Instead: () => <header /> })
/** Most of the time there is none. */
const Banners = lazyPart(() => import('./banners.tsx'))
/** Only where the workplace wants it. */
const TopMenu = lazyPart(() => import('../menu/menu-top.tsx'), { Instead: TopMenuRoom })

/** The frame of all pages: menu, bar, category panel and footer around the page. */
export function Shell() {
  const { t } = useTranslation()
  const screen = useScreen()
  const panel = useCategoryPanel()
  const theme = useThemeData()
  useAfterStart()
  useProfileLanguage()
  const isPhone = screen === 'phone'
  const isOnTop = !isPhone && theme?.menuOnTop === true
  const sheet = useRef<HTMLElement>(null)
  const place = useMatches({ select: findPlace })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins at its top
  useEffect(() => {
    if (sheet.current) sheet.current.scrollTop = 0
  }, [place])
  // Where there is little room the footer stands in the drawers, unless the workplace wants it in view.
  const hasFooter = !isPhone || theme?.fixedFooter === true
  return (
    <div
      className={classes.desk}
      data-panel={screen === 'desktop' && panel.isOpen}
      data-menu={isOnTop ? 'top' : undefined}
      data-footer={hasFooter || undefined}
    >
      <a className={classes.skip} href="#content">
        {t('common.skipToContent')}
      </a>
      {isPhone ? <MobileHeader /> : <Navbar panel={panel} isRail={screen === 'tablet'} hasBrand={isOnTop} />}
      {isOnTop ? <TopMenu /> : null}
      {isPhone || isOnTop ? null : <MainMenu isRail={screen === 'tablet'} />}
      <main ref={sheet} id="content" tabIndex={-1} className={classes.sheet}>
        <Banners />
        <Suspense fallback={<PageSkeleton />}>
          <Outlet />
        </Suspense>
      </main>
      {!isPhone && panel.isOpen ? <CategoryPanel onClose={panel.toggle} /> : null}
      {hasFooter ? <Footer /> : null}
      <ShellCommands />
      <SessionWatch />
    </div>
  )
}

function TopMenuRoom() {
  const { t } = useTranslation()
  return <nav aria-label={t('shell.mainMenu')} />
}

/** Which thing of which page is shown: another tab of it, where the address names that, is the same place. */
function findPlace(matches: readonly { readonly routeId: string; readonly params: object }[]): string {
  const { routeId = '', params = {} } = matches.at(-1) ?? {}
  const { menu: _, ...ids } = params as { menu?: string }
  return [routeId, ...Object.values(ids)].join(' ')
}
