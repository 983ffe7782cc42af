import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { presentDateTime } from '../../lib/dates.ts'
import { onSessionEnding } from '../../lib/session/session-ending.ts'
import { Banner } from '../banner/banner.tsx'

/** Milliseconds after a change until it is kept; a later change is kept with it. */
const delay = 5_000

export interface Unsaved {
  /** The opened text: the saved design or its recovery copy. */
  readonly xml: string
  readonly isTaken: boolean
  /** A question what to do with changes that were not saved last time. */
  readonly offer: ReactNode
  readonly keep: (xml: string) => void
  /** Everything that was done is undone: nothing is left to be kept. */
  readonly drop: () => void
  /** Returns a mark of the present state. */
  readonly mark: () => unknown
  /** Marks all changes up to a mark as saved. */
  readonly forget: (mark: unknown) => void
}

/** A design as it is opened. */
interface Opened {
  /** The number of the version that was saved last. */
  readonly version: number
  readonly xml: string
  readonly autoSaved: { readonly xml: string; readonly version: number; readonly savedAt: string } | null
}

/** The calls of one design. */
export interface UnsavedCalls {
  keep(xml: string): Promise<unknown>
  discard(): Promise<unknown>
}

/**
 * Auto saves unsaved changes of a design for its user, and offers them when its page is opened again. The opened
 * content stays when queries refetch, such as after each save, so that later changes are not lost.
 */
export function useUnsaved({ version, ...current }: Opened, calls: UnsavedCalls): Unsaved {
  const { t } = useTranslation()
  const [{ xml, autoSaved }] = useState(current)
  const [choice, setChoice] = useState<'open' | 'taken' | 'left'>(autoSaved === null ? 'left' : 'open')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const waiting = useRef<string | null>(null)
  const hasSent = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])
  // Over the version that is there by then.
  const send = useEffectEvent(() => {
    const changed = waiting.current
    waiting.current = null
    // Nobody waits for it: the drawing is here, and saving says what is wrong.
    if (changed === null) return
    hasSent.current = true
    void calls.keep(changed).catch(() => undefined)
  })
  useEffect(() => onSessionEnding(() => send()), [])
  const keep = (changed: string) => {
    clearTimeout(timer.current)
    waiting.current = changed
    timer.current = setTimeout(() => send(), delay)
  }
  const drop = () => {
    clearTimeout(timer.current)
    waiting.current = null
    if (!hasSent.current) return
    hasSent.current = false
    void calls.discard().catch(() => undefined)
  }
  const discard = () => {
    setChoice('left')
    void calls.discard().catch(() => undefined)
  }
  const isTaken = choice === 'taken' && autoSaved !== null
  return {
    xml: isTaken ? autoSaved.xml : xml,
    isTaken,
    keep,
    drop,
    mark: () => timer.current,
    forget: (mark) => {
      // What was done since is unsaved still.
      if (timer.current === mark) {
        clearTimeout(timer.current)
        waiting.current = null
      }
      setChoice((before) => (before === 'open' ? 'left' : before))
    },
    offer:
      choice !== 'open' || autoSaved === null ? null : (
        <Banner
          kind="info"
          title={t('modellerPage.unsaved', { time: presentDateTime(autoSaved.savedAt) })}
          actions={
            <>
              <Button size="xs" variant="subtle" onClick={discard}>
                {t('modellerPage.discard')}
              </Button>
              <Button size="xs" onClick={() => setChoice('taken')}>
                {t('modellerPage.takeUnsaved')}
              </Button>
            </>
          }
        >
          {autoSaved.version < version
            ? t('modellerPage.unsavedOlder', { started: autoSaved.version, version })
            : t('modellerPage.unsavedText')}
        </Banner>
      ),
  }
}
