import { createContext, type ReactNode, useCallback, useContext, useEffect, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../banner/banner.tsx'

interface Held {
  /** Whether the object of the page was deleted, or the user may no longer see it. */
  readonly isGone: boolean
  readonly hold: (id: string) => () => void
}

const HeldContext = createContext<Held>({ isGone: false, hold: () => () => {} })

/**
 * Keeps the page of an object that no longer exists for as long as one of its dialogs is open, so that nothing that was
 * entered in the dialog is lost.
 *
 * @param isGone whether the object was deleted, or the user may no longer see it.
 * @param page the page as it was last; undefined before it was loaded.
 * @param absent the page for an object that does not exist.
 */
export function HeldPage({
  isGone,
  page,
  absent,
}: {
  isGone: boolean
  page: ReactNode | undefined
  absent: () => ReactNode
}) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const hold = useCallback((id: string) => {
    setOpen((now) => new Set([...now, id]))
    return () => setOpen((now) => new Set([...now].filter((one) => one !== id)))
  }, [])
  const held = useMemo<Held>(() => ({ isGone, hold }), [isGone, hold])
  if (page === undefined || (isGone && open.size === 0)) return absent()
  return <HeldContext.Provider value={held}>{page}</HeldContext.Provider>
}

/** Keeps the enclosing `HeldPage` shown while a dialog is open. */
export function useHold(isOpen: boolean): void {
  const { hold } = useContext(HeldContext)
  const id = useId()
  useEffect(() => (isOpen ? hold(id) : undefined), [hold, id, isOpen])
}

/** A note in a dialog that the object of the page no longer exists, and that the entries can still be copied. */
export function GoneNotice({ title, text }: { title: string; text: string }) {
  const { isGone } = useContext(HeldContext)
  const { t } = useTranslation()
  if (!isGone) return null
  return (
    <Banner kind="error" title={title}>
      {text} {t('common.entriesStay')}
    </Banner>
  )
}
