import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../lib/api/describe-error.ts'
import { presentDateTime } from '../../lib/dates.ts'
import { Banner } from '../banner/banner.tsx'
import { showToast } from '../toast/show-toast.tsx'
import type { Lock } from './use-lock.ts'

/** Somebody else, or the same user in another window, is at this design: who, since when, and how to take it over. */
export function HeldBanner({ lock: { other, isOwn, takeOver } }: { lock: Lock }) {
  const { t } = useTranslation()
  if (other === null) return null
  const take = () =>
    takeOver().catch((error: unknown) =>
      showToast({ kind: 'error', title: t('catalogue.request'), text: describeError(error).message }),
    )
  return (
    <Banner
      kind="warning"
      title={isOwn ? t('modellerPage.heldByYou') : t('modellerPage.held', { name: other.holder.displayName })}
      actions={
        <Button size="xs" onClick={() => void take()}>
          {t('modellerPage.takeOver')}
        </Button>
      }
    >
      {t(isOwn ? 'modellerPage.heldByYouText' : 'modellerPage.heldText', {
        since: presentDateTime(other.since),
        name: other.holder.displayName,
      })}
    </Banner>
  )
}
