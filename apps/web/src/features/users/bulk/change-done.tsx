import { Button } from '@mantine/core'
import type { UserChange } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../../components/banner/query-failure.tsx'
import classes from './bulk.module.css'
import { resultsQuery } from './change-query.ts'
import { ReportButton } from './report-button.tsx'
import { describeReason, UserTable } from './user-table.tsx'

interface Props {
  readonly item: UserChange
  readonly onClose: () => void
}

/** The results of a change of several users. */
export function ChangeDone({ item, onClose }: Props) {
  const { t } = useTranslation()
  const refused = useQuery(resultsQuery(item.id, 'refused'))
  const { changed: count } = item.counts
  const left = item.total - item.done
  return (
    <div className={classes.content}>
      <p role="status">
        {t('userChanges.doneCount', { count, number: count.toLocaleString('en') })}
        {left > 0 ? ` ${t('userChanges.stoppedCount', { count: left, number: left.toLocaleString('en') })}` : ''}
      </p>
      <QueryFailure query={refused} title={t('userChanges.readFailed')} />
      <UserTable
        heading={t('userChanges.refusedNow')}
        head={t('userChanges.why')}
        rows={refused.data?.rows ?? []}
        count={item.counts.refused}
        describe={describeReason}
      />
      <div className={classes.buttons}>
        <ReportButton id={item.id} />
        <Button data-autofocus onClick={onClose}>
          {t('userChanges.close')}
        </Button>
      </div>
    </div>
  )
}
