import type { CleanUpRun } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { Card, CardText } from '../../components/dashboard/card.tsx'
import { ShortTime } from '../../components/dates/dates.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import classes from './clean-up.module.css'

const kinds = ['instances', 'tasks', 'decisions', 'batches', 'operations'] as const

/** The last runs of the clean-up: deleted rows, and the reason of each start. */
export function CleanUpRuns({ runs }: { runs: readonly CleanUpRun[] }) {
  const { t } = useTranslation()
  return (
    <Card title={t('cleanUp.runs')}>
      {runs.length === 0 ? (
        <CardText>{t('cleanUp.runsNone')}</CardText>
      ) : (
        <ScrollRegion label={t('cleanUp.runs')} className={classes.scroll}>
          <table className={classes.table} aria-label={t('cleanUp.runs')}>
            <thead>
              <tr>
                <th scope="col">{t('cleanUp.runAt')}</th>
                <th scope="col">{t('cleanUp.runBy')}</th>
                <th scope="col">{t('cleanUp.runEnd')}</th>
                <th scope="col">{t('cleanUp.removed')}</th>
              </tr>
            </thead>
            <tbody>
              {runs.map((run) => (
                <Row key={run.id} run={run} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </Card>
  )
}

function Row({ run }: { run: CleanUpRun }) {
  const { t } = useTranslation()
  const { kind, startedAt, endedAt, askedBy, isComplete } = run
  const removed = kinds.flatMap((one) =>
    run[one] === 0 ? [] : [t(`cleanUp.${one}`, { count: run[one], number: run[one].toLocaleString('en') })],
  )
  return (
    <tr>
      <th scope="row">
        <ShortTime at={startedAt} />
      </th>
      <td>{askedBy === null ? t(`cleanUp.kinds.${kind}`) : t('cleanUp.askedBy', { name: askedBy.displayName })}</td>
      <td>
        {endedAt === null ? (
          t('cleanUp.running')
        ) : (
          <>
            <ShortTime at={endedAt} />
            {isComplete ? null : <span className={classes.note}>{t('cleanUp.incomplete')}</span>}
          </>
        )}
      </td>
      <td>{removed.length === 0 ? t('cleanUp.nothing') : removed.join(', ')}</td>
    </tr>
  )
}
