import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../lib/api/describe-error.ts'
import { Banner } from '../banner/banner.tsx'
import { showToast } from '../toast/show-toast.tsx'

interface Props {
  readonly title: string
  /** The text of the button that takes over the lock. */
  readonly action: string
  readonly onTakeOver: () => Promise<void>
  readonly children: ReactNode
}

/**
 * A notice which says that another user, or the same user in another window, holds the lock of a design, and which
 * offers to take over the lock.
 */
export function LockNotice({ title, action, onTakeOver, children }: Props) {
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
    <Banner
      kind="warning"
      title={title}
      actions={
        <Button size="xs" loading={isPending} onClick={() => void takeOver()}>
          {action}
        </Button>
      }
    >
      {children}
    </Banner>
  )
}
