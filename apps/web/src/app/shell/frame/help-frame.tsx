import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../../components/link/link-button.tsx'
import { PageSkeleton } from '../../../components/page/page-skeleton.tsx'
import { paths } from '../../../config/paths.ts'
import { useLoadProduct } from '../../../lib/product.ts'
import { useIsSignedIn } from '../../../lib/theme/theme-queries.ts'
import { PlainBrand } from './brand.tsx'
import classes from './plain-frame.module.css'
import { Shell } from './shell.tsx'

/**
 * The frame of the help, which everybody can read: within the shell for signed-in users, otherwise with a link to sign
 * in.
 */
export function HelpFrame() {
  return useIsSignedIn() ? <Shell /> : <OpenHelp />
}

function OpenHelp() {
  const { t } = useTranslation()
  useLoadProduct()
  return (
    <div className={classes.desk}>
      <header className={classes.bar}>
        <PlainBrand />
        <LinkButton to={paths.login} size="xs" ml="auto">
          {t('shell.signIn')}
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
