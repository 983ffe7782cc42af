import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk } from '../../../lib/load-chunk.ts'
import { useSession } from '../../../lib/session/session.ts'
import classes from './workplace.module.css'
import { WorkplaceName } from './workplace-name.tsx'

/** Few have others to change to. */
const WorkplaceMenu = lazy(() => loadChunk(() => import('./workplace-menu.tsx')))

/** Where the user works. It can be changed with advanced single sign-on, where there are others to change to. */
export function Workplace() {
  const { t } = useTranslation()
  const { name, others, isAdvancedSso } = useSession().workplaces
  const place = (
    <div className={classes.workplace} title={t('shell.workplace')}>
      <WorkplaceName name={name} />
    </div>
  )
  if (!isAdvancedSso || others.length === 0) return place
  return (
    <Suspense fallback={place}>
      <WorkplaceMenu name={name} others={others} />
    </Suspense>
  )
}
