import { useTranslation } from 'react-i18next'
import { presentDateTime } from '../../lib/dates.ts'
import { LockNotice } from '../designer-frame/lock-notice.tsx'
import type { Lock } from './use-lock.ts'

interface Props {
  readonly kind: 'process' | 'decision'
  readonly lock: Lock
}

/**
 * A banner which says that another user, or the same user in another window, holds the lock of this design: who, since
 * when, and how to take over the lock.
 */
export function HeldBanner({ kind, lock: { other, isOwn, takeOver } }: Props) {
  const { t } = useTranslation()
  if (other === null) return null
  return (
    <LockNotice
      title={
        isOwn ? t(`modellerPage.heldByYou.${kind}`) : t(`modellerPage.held.${kind}`, { name: other.holder.displayName })
      }
      action={t('modellerPage.takeOver')}
      onTakeOver={takeOver}
    >
      {t(isOwn ? 'modellerPage.heldByYouText' : 'modellerPage.heldText', {
        since: presentDateTime(other.since),
        name: other.holder.displayName,
      })}
    </LockNotice>
  )
}
