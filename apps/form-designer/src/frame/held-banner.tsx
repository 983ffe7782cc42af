import { useTranslation } from 'react-i18next'
import frame from '../../../web/src/components/designer-frame/frame.module.css'
import { LockNotice } from '../../../web/src/components/designer-frame/lock-notice.tsx'
import { presentDateTime } from '../../../web/src/lib/dates.ts'
import type { DesignerLock } from '../designer-port.ts'

interface Props {
  readonly lock: DesignerLock
  /** Whether it is another window of the same user. */
  readonly isOwn: boolean
  readonly onTakeOver: () => Promise<void>
}

/**
 * The banner for a design that another user, or the same user in another window, has locked: the user, since when, and
 * a button to take it over.
 */
export function HeldBanner({ lock, isOwn, onTakeOver }: Props) {
  const { t } = useTranslation()
  return (
    <div className={frame.message}>
      <LockNotice
        title={isOwn ? t('designer.lock.ownTitle') : t('designer.lock.title', { name: lock.holder.name })}
        action={t('designer.lock.takeOver')}
        onTakeOver={onTakeOver}
      >
        {t(isOwn ? 'designer.lock.ownText' : 'designer.lock.text', { since: presentDateTime(lock.since) })}
      </LockNotice>
    </div>
  )
}
