import { Button } from '@mantine/core'
import type { Disabled } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { DateTime } from '../dates/dates.tsx'
import { Banner } from './banner.tsx'

interface Props {
  readonly disabled: Disabled
  readonly isPending: boolean
  readonly onRestore: () => void
}

/** Why something is disabled, by whom and when, and the way back. */
export function DisabledBanner({ disabled: { at, by, reason }, isPending, onRestore }: Props) {
  const { t } = useTranslation()
  return (
    <Banner
      kind="warning"
      title={by === null ? t('disabling.title') : t('disabling.by', { name: by.displayName })}
      actions={
        <Button size="xs" loading={isPending} onClick={onRestore}>
          {t('disabling.restore')}
        </Button>
      }
    >
      <DateTime at={at} /> · {reason}
    </Banner>
  )
}
