import '../../../lib/page-texts.ts'
import { Outlet, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../../components/toast/show-toast.tsx'
import { useStandaloneRefresh } from '../../../lib/session/use-standalone-refresh.ts'
import { SessionWatch } from '../session/session-watch.tsx'
import { PlainBrand } from './brand.tsx'
import classes from './plain-frame.module.css'

/**
 * The frame of a form on a separate page. Users with a link to it may have no access to other pages, so it has no
 * navigation.
 */
export function StandaloneFrame() {
  const { external } = useParams({ strict: false }) as { external?: string }
  return (
    <div className={classes.desk}>
      <header className={classes.bar}>
        <PlainBrand />
      </header>
      <main id="content" tabIndex={-1} className={classes.sheet}>
        <Outlet />
      </main>
      {external === 'secure' ? <StandaloneSession /> : null}
    </div>
  )
}

/** Whoever fills in a long form keeps the session, and reads it when it could not be kept. */
function StandaloneSession() {
  const { t } = useTranslation()
  useStandaloneRefresh(() => showToast({ kind: 'warning', title: t('pageCatalogue.standaloneExpired') }))
  return <SessionWatch isStandalone />
}
