import { Button } from '@mantine/core'
import { api, type ModellerDetail } from '@millrace/contract'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../../components/banner/banner.tsx'
import { call } from '../../../lib/api/call.ts'
import { presentDateTime } from '../../../lib/dates.ts'

/** Milliseconds after a change until it is kept; a later change is kept with it. */
const delay = 5_000

export interface Unsaved {
  /** What is opened: the design, or what was not saved of it. */
  readonly xml: string
  readonly isTaken: boolean
  /** Asks what is to become of what was not saved last time. */
  readonly offer: ReactNode
  readonly keep: (xml: string) => void
  /** It is saved now. */
  readonly forget: () => void
}

/** What is drawn and not saved is kept for its user, and offered when the modeller is opened again. */
export function useUnsaved(
  { xml, autoSaved }: ModellerDetail,
  { appId, processId }: { readonly appId: string; readonly processId: string },
  version: number,
): Unsaved {
  const { t } = useTranslation()
  const [choice, setChoice] = useState<'open' | 'taken' | 'left'>(autoSaved === null ? 'left' : 'open')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const params = { appId, processId }
  const keep = (changed: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      // Nobody waits for it: the drawing is here, and saving says what is wrong.
      void call(api.appProcesses.autoSave, { params, body: { xml: changed, version } }).catch(() => undefined)
    }, delay)
  }
  const discard = () => {
    setChoice('left')
    void call(api.appProcesses.discardAutoSaved, { params }).catch(() => undefined)
  }
  const isTaken = choice === 'taken' && autoSaved !== null
  return {
    xml: isTaken ? autoSaved.xml : xml,
    isTaken,
    keep,
    forget: () => clearTimeout(timer.current),
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
            ? t('modellerPage.unsavedOlder', { begun: autoSaved.version, version })
            : t('modellerPage.unsavedText')}
        </Banner>
      ),
  }
}
