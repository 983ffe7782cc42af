import type { EditLock } from '@millrace/contract'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../lib/session/session.ts'
import { Banner } from '../banner/banner.tsx'
import { ErrorBanner } from '../banner/error-banner.tsx'
import { useCurrentPage } from '../page/page-header.tsx'
import { showToast } from '../toast/show-toast.tsx'
import { KeptGuard } from '../unsaved/kept-guard.tsx'
import classes from './design-page.module.css'
import { findHelp } from './find-help.ts'
import { HeldBanner } from './held-banner.tsx'
import { useFreed } from './use-freed.ts'
import { type LockCalls, useLock } from './use-lock.ts'
import type { Newest } from './use-newest.ts'
import { useUnsaved } from './use-unsaved.tsx'

interface Kept {
  readonly xml: string
  /** The version that it was started with. */
  readonly version: number
}

/** The calls of a design that is a file; the same object for the same design. */
export interface FileCalls extends LockCalls<EditLock> {
  keep(body: Kept): Promise<unknown>
  discard(): Promise<unknown>
  save(body: Kept & { token?: string }): Promise<{ readonly version: number }>
}

interface Options {
  readonly kind: 'process' | 'decision'
  readonly detail: {
    readonly baseHelpUrl: string
    readonly xml: string
    readonly autoSaved: { readonly xml: string; readonly version: number; readonly savedAt: string } | null
  }
  readonly design: { readonly name: string; readonly version: number; readonly disabled: object | null }
  readonly calls: FileCalls
  /** Texts for a disabled design and for a failed save, and the text about what was kept. */
  readonly texts: { readonly disabled: string; readonly notSaved: string; readonly comfort: string }
  readonly onFreed: Newest['open']
}

/** Returns the state of an editor for a file: loaded once, saved in versions, auto saved, and locked. */
export function useOpenedFile({ kind, detail, design, calls, texts, onFreed }: Options) {
  const { t } = useTranslation()
  const { username } = useSession()
  const page = useCurrentPage()
  const [version, setVersion] = useState(design.version)
  const [failure, setFailure] = useState<unknown>(null)
  // Whoever has drawn something keeps it, and is told when it is saved.
  const hasDrawn = useRef(false)
  const freed = useFreed(() => {
    if (!hasDrawn.current) void onFreed(version, () => !hasDrawn.current)
  })
  const lock = useLock(calls, username, freed)
  const unsaved = useUnsaved(
    { ...detail, version },
    { keep: (xml) => calls.keep({ xml, version }), discard: () => calls.discard() },
  )
  const isDisabled = design.disabled !== null
  const save = async (xml: string) => {
    const token = lock.getToken()
    const mark = unsaved.mark()
    const hadDrawn = hasDrawn.current
    hasDrawn.current = false
    try {
      const saved = await calls.save({ xml, version, ...(token === null ? {} : { token }) })
      unsaved.forget(mark)
      setFailure(null)
      setVersion(saved.version)
      showToast({ kind: 'success', title: t('modellerPage.saved', { version: saved.version }) })
    } catch (error) {
      hasDrawn.current ||= hadDrawn
      setFailure(error)
      throw error
    }
  }
  const hasNotice = isDisabled || lock.other !== null || failure !== null || unsaved.offer !== null
  return {
    name: design.name,
    xml: unsaved.xml,
    isForeign: unsaved.isTaken,
    canEdit: !isDisabled && lock.other === null,
    version,
    helpUrl: findHelp(detail.baseHelpUrl, page),
    Guard: KeptGuard,
    onChange: (xml: string, isSaved = false) => {
      hasDrawn.current = !isSaved
      if (isSaved) unsaved.drop()
      else unsaved.keep(xml)
    },
    onSave: save,
    notice: hasNotice ? (
      <div className={classes.notice}>
        {isDisabled ? <Banner kind="warning" title={texts.disabled} /> : null}
        <HeldBanner kind={kind} lock={lock} />
        {failure === null ? null : <ErrorBanner title={texts.notSaved} error={failure} comfort={texts.comfort} />}
        {unsaved.offer}
      </div>
    ) : null,
  }
}
