import { type CleanUp, cleanUpLimits, type KeptDefinition } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { Card, CardText } from '../../components/dashboard/card.tsx'
import { ShortTime } from '../../components/dates/dates.tsx'
import { Link } from '../../components/link/link.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { paths } from '../../config/paths.ts'
import { presentCount } from '../../lib/present-count.ts'
import classes from './clean-up.module.css'

/** The card with each version: the history level, the time to live, and the number of stored instances. */
export function KeptDefinitions({ data: { definitions, hasMoreDefinitions } }: { data: CleanUp }) {
  const { t } = useTranslation()
  return (
    <Card title={t('cleanUp.kept')}>
      {definitions.length === 0 ? (
        <CardText>{t('cleanUp.keptNone')}</CardText>
      ) : (
        <ScrollRegion label={t('cleanUp.kept')} className={classes.scroll}>
          <table className={classes.table} aria-label={t('cleanUp.kept')}>
            <thead>
              <tr>
                <th scope="col">{t('cleanUp.process')}</th>
                <th scope="col">{t('cleanUp.level')}</th>
                <th scope="col">{t('cleanUp.timeToLive')}</th>
                <th scope="col" data-number>
                  {t('cleanUp.ended')}
                </th>
                <th scope="col" data-number>
                  {t('cleanUp.removable')}
                </th>
                <th scope="col" data-number>
                  {t('cleanUp.oldest')}
                </th>
              </tr>
            </thead>
            <tbody>
              {definitions.map((definition) => (
                <Row key={definition.id} definition={definition} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {hasMoreDefinitions ? <CardText>{t('cleanUp.more', { number: cleanUpLimits.definitions })}</CardText> : null}
    </Card>
  )
}

function Row({ definition }: { definition: KeptDefinition }) {
  const { t } = useTranslation()
  const { id, name, version, isDeleted, historyLevel, timeToLive, ended, removable, oldestEndedAt } = definition
  const title = t('cleanUp.versionOf', { name, version })
  return (
    <tr>
      <th scope="row">
        {isDeleted ? `${title} (${t('cleanUp.deleted')})` : <Link to={paths.definition(id)}>{title}</Link>}
      </th>
      <td>{t(`historyLevel.${historyLevel}`)}</td>
      <td>{timeToLive === null ? t('definition.keptForEver') : t('definition.days', { count: timeToLive })}</td>
      <td data-number>{presentCount(counted(ended))}</td>
      <td data-number>{presentCount(counted(removable))}</td>
      <td data-number>{oldestEndedAt === null ? null : <ShortTime at={oldestEndedAt} />}</td>
    </tr>
  )
}

function counted(total: number) {
  return { total, isCapped: total >= cleanUpLimits.count }
}
