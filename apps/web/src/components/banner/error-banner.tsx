import IconRefresh from 'icon:refresh'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../lib/api/describe-error.ts'
import classes from './banner.module.css'
import { Banner } from './banner.tsx'

interface Props {
  /** The title from the error catalogue. */
  readonly title: string
  readonly error: unknown
  /** A sentence that says which data is kept, such as “Your input is still here.” */
  readonly comfort?: string
  readonly onRetry?: () => void
}

/** An error with its reason and a retry button, in the region that failed. */
export function ErrorBanner({ title, error, comfort, onRetry }: Props) {
  const { t } = useTranslation()
  const retry = onRetry ? (
    <Button size="xs" leftSection={<IconRefresh size={15} stroke={1.6} />} onClick={onRetry}>
      {t('common.retry')}
    </Button>
  ) : undefined
  const { message, cause, requestId } = describeError(error)
  return (
    <Banner kind="error" title={title} actions={retry}>
      {message} {comfort}
      {cause === null ? null : (
        <details>
          <summary>{t('common.details')}</summary>
          {cause}
        </details>
      )}
      {requestId === null ? null : <div className={classes.requestId}>{t('common.requestId', { id: requestId })}</div>}
    </Banner>
  )
}
