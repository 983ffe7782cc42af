import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../../web/src/components/banner/banner.tsx'
import { showToast } from '../../../web/src/components/toast/show-toast.tsx'
import { describeError } from '../../../web/src/lib/api/describe-error.ts'
import { presentDateTime } from '../../../web/src/lib/dates.ts'
import type { DesignerLock } from '../designer-port.ts'
import classes from './top-bar.module.css'

interface Props {
  readonly lock: DesignerLock
  /** Whether it is another window of the same user. */
  readonly isOwn: boolean
  readonly onTakeOver: () => Promise<void>
}

/** Somebody else, or the same user in another window, is at this design: who, since when, and how to take it over. */
export function HeldBanner({ lock, isOwn, onTakeOver }: Props) {
  const { t } = useTranslation()
  const [isPending, setPending] = useState(false)
  const takeOver = async () => {
    setPending(true)
    try {
      await onTakeOver()
    } catch (error) {
      showToast({ kind: 'error', title: t('catalogue.request'), text: describeError(error).message })
    }
    setPending(false)
  }
  return (
    <div className={classes.banner}>
      <Banner
        kind="warning"
        title={isOwn ? t('designer.lock.ownTitle') : t('designer.lock.title', { name: lock.holder.name })}
        actions={
          <Button size="xs" loading={isPending} onClick={() => void takeOver()}>
            {t('designer.lock.takeOver')}
          </Button>
        }
      >
        {t(isOwn ? 'designer.lock.ownText' : 'designer.lock.text', { since: presentDateTime(lock.since) })}
      </Banner>
    </div>
  )
}
