import { homeCategory } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { Card, CardText } from '../../components/dashboard/card.tsx'
import { Link } from '../../components/link/link.tsx'
import { paths } from '../../config/paths.ts'
import { startableProcessesQuery } from '../../lib/queries/startable-processes.ts'
import classes from './dashboard.module.css'

const most = 6

/** The query of the processes to start. The page waits for it, so that nothing below this card moves. */
export const processesToStartQuery = startableProcessesQuery(homeCategory)

/** The card with processes to start: favourites, then the most frequently started ones, then any others. */
export function StartCard() {
  const { t } = useTranslation()
  const asked = useQuery(processesToStartQuery)
  const shown = asked.data
    ?.toSorted((a, b) => Number(b.isFavourite) - Number(a.isFavourite) || b.startCount - a.startCount)
    .slice(0, most)
  return (
    <Card title={t('dashboard.startCard')} all={{ to: paths.home, label: t('dashboard.allProcesses') }}>
      <QueryFailure query={asked} title={t('startProcess.failed')} isRegion />
      {shown?.length === 0 ? <CardText>{t('dashboard.noneToStart')}</CardText> : null}
      <ul className={classes.rows}>
        {shown?.map(({ key, name, description, definitionId }) => (
          <li key={key} className={classes.row}>
            <Link to={paths.startForm(definitionId)}>{name}</Link>
            <span className={classes.about}>{description}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
