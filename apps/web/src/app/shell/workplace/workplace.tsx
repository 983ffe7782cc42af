import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../../components/lazy-part/lazy-part.tsx'
import { useSession } from '../../../lib/session/session.ts'
import classes from './workplace.module.css'
import { WorkplaceName } from './workplace-name.tsx'

/** Few have others to change to. */
const WorkplaceMenu = lazyPart(() => import('./workplace-menu.tsx'), { Instead: WorkplacePlace })

/** The name of the current workplace. With advanced single sign-on it is a menu, if the user has other workplaces. */
export function Workplace() {
  const { name, others, isAdvancedSso } = useSession().workplaces
  if (!isAdvancedSso || others.length === 0) return <WorkplacePlace name={name} />
  return <WorkplaceMenu name={name} others={others} />
}

function WorkplacePlace({ name }: { name: string }) {
  const { t } = useTranslation()
  return (
    <div className={classes.workplace} title={t('shell.workplace')}>
      <WorkplaceName name={name} />
    </div>
  )
}
