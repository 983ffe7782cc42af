import IconRefresh from 'icon:refresh'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api/api-error.ts'
import classes from './banner.module.css'
import { Banner } from './banner.tsx'

interface Props {
  /** From the error catalogue. */
  readonly title: string
  readonly error: unknown
  /** What still holds, such as: Your input is still here. */
  readonly comfort?: string
  readonly onRetry?: () => void
}

/** What failed, why, and another try: in the region that failed. */
export function ErrorBanner({ title, error, comfort, onRetry }: Props) {
  const { t } = useTranslation()
  const retry = onRetry ? (
    <Button size="xs" leftSection={<IconRefresh size={15} stroke={1.6} />} onClick={onRetry}>
      {t('common.retry')}
    </Button>
  ) : undefined
  const { message, requestId } = describeError(error)
  return (
    <Banner kind="error" title={title} actions={retry}>
      {message} {comfort}
      {requestId === null ? null : <div className={classes.requestId}>{t('common.requestId', { id: requestId })}</div>}
    </Banner>
  )
}

/** The request id is shown only for faults of the program: a refusal explains itself. */
export function describeError(error: unknown): { message: string; requestId: string | null } {
  if (error instanceof ApiError)
    return { message: error.message, requestId: error.status >= 500 ? error.requestId : null }
  return { message: error instanceof Error ? error.message : String(error), requestId: null }
}
