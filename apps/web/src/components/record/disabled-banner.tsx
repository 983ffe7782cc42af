import { Button } from '@mantine/core'
import type { Disabled } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Banner } from '../banner/banner.tsx'
import { ErrorBanner } from '../banner/error-banner.tsx'
import { DateTime } from '../dates/dates.tsx'
import { showToast } from '../toast/show-toast.tsx'

interface Props {
  readonly name: string
  /** Null while it is in use: nothing is shown then. */
  readonly disabled: Disabled | null
  readonly onRestore: () => Promise<unknown>
}

/** A banner for a disabled record: reason, user and time, with a button that restores it. */
export function DisabledBanner({ name, disabled, onRestore }: Props) {
  const { t } = useTranslation()
  const restore = useMutation({
    mutationFn: onRestore,
    onSuccess: () => showToast({ kind: 'success', title: t('disabling.restored', { name }) }),
  })
  if (disabled === null) return null
  const { at, by, reason } = disabled
  return (
    <>
      <Banner
        kind="warning"
        title={by === null ? t('disabling.title') : t('disabling.by', { name: by.displayName })}
        actions={
          <Button size="xs" loading={restore.isPending} onClick={() => restore.mutate()}>
            {t('disabling.restore')}
          </Button>
        }
      >
        <DateTime at={at} /> · {reason}
      </Banner>
      {restore.isError ? <ErrorBanner title={t('disabling.restoreFailed', { name })} error={restore.error} /> : null}
    </>
  )
}
