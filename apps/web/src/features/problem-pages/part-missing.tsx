import IconPlugConnectedX from 'icon:plug-connected-x'
import IconRefresh from 'icon:refresh'
import { Button } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { tryMissingPartsAgain } from '../../lib/lazy-page.ts'

interface Props {
  /** The address of the part; null where it is unknown. */
  readonly address: string | null
  /** Draws the page again. */
  readonly onReturn: () => void
}

/** Milliseconds between two looks whether the line is back. */
const lookInterval = 3_000

/** The content of a page whose code could not be loaded. It continues automatically when the connection is back. */
export function PartMissingNotice({ address, onReturn }: Props) {
  const { t } = useTranslation()
  const [isReplaced, setReplaced] = useState(false)

  const look = useCallback(async () => {
    const found = await findState(address)
    if (found === 'replaced') setReplaced(true)
    if (found !== 'there') return
    tryMissingPartsAgain()
    onReturn()
  }, [address, onReturn])

  useEffect(() => {
    if (isReplaced) return
    const interval = setInterval(() => void look(), lookInterval)
    const lookNow = () => void look()
    window.addEventListener('online', lookNow)
    return () => {
      clearInterval(interval)
      window.removeEventListener('online', lookNow)
    }
  }, [look, isReplaced])

  return isReplaced ? (
    <EmptyState
      icon={IconRefresh}
      title={t('problemPages.replacedTitle')}
      text={t('problemPages.replacedText')}
      actions={
        <Button variant="filled" onClick={() => location.reload()}>
          {t('problemPages.reload')}
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={IconPlugConnectedX}
      title={t('problemPages.lostTitle')}
      text={t('problemPages.lostText')}
      actions={
        <Button variant="filled" onClick={() => void look()}>
          {t('problemPages.tryAgain')}
        </Button>
      }
    />
  )
}

/** A version that was installed meanwhile has parts of other names, and the old ones no longer exist. */
async function findState(address: string | null): Promise<'there' | 'replaced' | 'lost'> {
  try {
    const { ok, status } = await fetch(address ?? '/', { method: 'HEAD', cache: 'no-store' })
    return ok ? 'there' : status === 404 ? 'replaced' : 'lost'
  } catch {
    return 'lost'
  }
}
