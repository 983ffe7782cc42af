import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../../components/link/link-button.tsx'
import { Logo } from '../../../components/logo/logo.tsx'
import { PageSkeleton } from '../../../components/page/page-skeleton.tsx'
import { paths } from '../../../config/paths.ts'
import { useLoadProduct, useProductName } from '../../../lib/product.ts'
import { useIsSignedIn } from '../../../lib/theme/theme-queries.ts'
import classes from './plain-frame.module.css'
import { Shell } from './shell.tsx'

/** The help is for everybody: within the shell for who is signed in, else beside the way to sign in. */
export function HelpFrame() {
  return useIsSignedIn() ? <Shell /> : <OpenHelp />
}

function OpenHelp() {
  const { t } = useTranslation()
  useLoadProduct()
  const product = useProductName()
  return (
    <div className={classes.desk}>
      <header className={classes.bar}>
        <span className={classes.brand}>
          <Logo size={24} />
          {product}
        </span>
        <LinkButton to={paths.login} size="xs" ml="auto">
          {t('login.submit')}
        </LinkButton>
      </header>
      <main id="content" tabIndex={-1} className={classes.sheet}>
        <Suspense fallback={<PageSkeleton />}>
          <Outlet />
        </Suspense>
      </main>
    </div>
  )
}
