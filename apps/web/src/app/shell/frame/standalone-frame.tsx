import { Outlet, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../../components/toast/show-toast.tsx'
import { useStandaloneRefresh } from '../../../lib/session/use-standalone-refresh.ts'
import { SessionWatch } from '../session/session-watch.tsx'
import { PlainBrand } from './brand.tsx'
import classes from './plain-frame.module.css'

/** One form on a page of its own. Whoever came by a link need not have more of the product, so nothing leads there. */
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
