import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../../web/src/components/banner/banner.tsx'
import { showToast } from '../../../web/src/components/toast/show-toast.tsx'
import { describeError } from '../../../web/src/lib/api/describe-error.ts'
import { presentDateTime } from '../../../web/src/lib/dates.ts'
import type { DesignerLock } from '../designer-port.ts'
import classes from './top-bar.module.css'

/** Somebody else is at this design: who, since when, and how to take it over. */
export function HeldBanner({ lock, onTakeOver }: { lock: DesignerLock; onTakeOver: () => Promise<void> }) {
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
        title={t('designer.lock.title', { name: lock.holder.name })}
        actions={
          <Button size="xs" loading={isPending} onClick={() => void takeOver()}>
            {t('designer.lock.takeOver')}
          </Button>
        }
      >
        {t('designer.lock.text', { since: presentDateTime(lock.since) })}
      </Banner>
    </div>
  )
}
