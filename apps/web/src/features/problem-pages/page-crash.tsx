import IconBug from 'icon:bug'
import { Button } from '@mantine/core'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { describeError } from '../../lib/api/describe-error.ts'
import { PartMissing } from '../../lib/load-chunk.ts'
import { PartMissingNotice } from './part-missing.tsx'

/** The content of a page that stopped because of an unexpected error; the surrounding shell continues. */
export function PageCrash({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation()
  const queries = useQueryErrorResetBoundary()
  return (
    <div role="alert">
      {error instanceof PartMissing ? (
        <PartMissingNotice address={error.address} onReturn={reset} />
      ) : (
        <EmptyState
          icon={IconBug}
          title={t('problemPages.crashTitle')}
          text={
            <>
              {t('problemPages.crashText')}
              <br />
              {describeError(error).message}
            </>
          }
          actions={
            <Button
              variant="filled"
              onClick={() => {
                queries.reset()
                reset()
              }}
            >
              {t('problemPages.tryAgain')}
            </Button>
          }
        />
      )}
    </div>
  )
}
