import IconAlertCircleFilled from 'icon:alert-circle-filled'
import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { presentTime } from '../../lib/dates.ts'
import { ErrorBanner } from './error-banner.tsx'
import classes from './query-failure.module.css'

interface Props {
  readonly query: Pick<UseQueryResult, 'data' | 'isError' | 'error' | 'refetch' | 'dataUpdatedAt'>
  /** The error that names the missing data, from the error catalogue. */
  readonly title: string
  /** Whether the failed region is one of several on a page, so that the message is one line. */
  readonly isRegion?: boolean
  readonly className?: string | undefined
}

/** An error of a query. Data from an earlier load stays visible, and the message has its time. */
export function QueryFailure({ query, title, isRegion = false, className }: Props) {
  const { t } = useTranslation()
  const { data, isError, error, refetch, dataUpdatedAt } = query
  if (!isError) return null
  const retry = () => void refetch()
  const asOf = t('common.asOf', { time: presentTime(new Date(dataUpdatedAt)) })
  if (data !== undefined && isRegion)
    return (
      <p className={classes.line} role="status">
        <IconAlertCircleFilled size={15} aria-hidden />
        {t('common.refreshFailed')}. {asOf}
        <Button size="compact-xs" variant="subtle" onClick={retry}>
          {t('common.retry')}
        </Button>
      </p>
    )
  return (
    <div className={className}>
      {data === undefined ? (
        <ErrorBanner title={title} error={error} onRetry={retry} />
      ) : (
        <ErrorBanner title={t('common.refreshFailed')} error={error} comfort={asOf} onRetry={retry} />
      )}
    </div>
  )
}
