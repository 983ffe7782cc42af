import { api, type EditorDetail } from '@millrace/contract'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../../components/banner/banner.tsx'
import { ErrorBanner } from '../../../components/banner/error-banner.tsx'
import classes from '../../../components/design-page/design-page.module.css'
import { DesignRoom } from '../../../components/design-page/design-room.tsx'
import { HeldBanner } from '../../../components/design-page/held-banner.tsx'
import { useFreed } from '../../../components/design-page/use-freed.ts'
import { useLock } from '../../../components/design-page/use-lock.ts'
import type { Newest } from '../../../components/design-page/use-newest.ts'
import { useUnsaved } from '../../../components/design-page/use-unsaved.tsx'
import { lazyPart } from '../../../components/lazy-part/lazy-part.tsx'
import { showToast } from '../../../components/toast/show-toast.tsx'
import { KeptGuard } from '../../../components/unsaved/kept-guard.tsx'
import { call } from '../../../lib/api/call.ts'
import { useSession } from '../../../lib/session/session.ts'
import type { DecisionEditorProps } from '../frame/decision-editor.tsx'

const DecisionEditor = lazyPart<DecisionEditorProps>(() => import('../frame/decision-editor.tsx'), {
  Instead: ({ back, name }) => <DesignRoom back={back} title={name} />,
  isAwaited: () => true,
})

interface Props {
  readonly detail: EditorDetail
  readonly back: ReactNode
  /** Nobody else is at it any more. */
  readonly onFreed: Newest['open']
}

/** The editor with the calls of a decision: loads once, saves versions, keeps what is not saved, and holds the lock. */
export function OpenedDecision({ detail, back, onFreed }: Props) {
  const { t } = useTranslation()
  const { username } = useSession()
  const { decision } = detail
  const appId = decision.application.id
  const decisionId = decision.id
  const params = { appId, decisionId }
  const [version, setVersion] = useState(decision.version)
  const [failure, setFailure] = useState<unknown>(null)
  const lockCalls = useMemo(
    () => ({
      take: (body: { takeOver: boolean; token?: string }) =>
        call(api.appDecisions.lock, { params: { appId, decisionId }, body }),
      release: (token: string) => call(api.appDecisions.unlock, { params: { appId, decisionId }, query: { token } }),
    }),
    [appId, decisionId],
  )
  // Whoever has drawn something keeps it, and is told when it is saved.
  const hasDrawn = useRef(false)
  const freed = useFreed(() => {
    if (!hasDrawn.current) void onFreed(version, () => !hasDrawn.current)
  })
  const lock = useLock(lockCalls, username, freed)
  const unsaved = useUnsaved(
    { ...detail, version },
    {
      keep: (xml) => call(api.appDecisions.autoSave, { params, body: { xml, version } }),
      discard: () => call(api.appDecisions.discardAutoSaved, { params }),
    },
  )
  const isDisabled = decision.disabled !== null
  const save = async (xml: string) => {
    const token = lock.getToken()
    const mark = unsaved.mark()
    const hadDrawn = hasDrawn.current
    hasDrawn.current = false
    try {
      const saved = await call(api.appDecisions.saveDesign, {
        params,
        body: { xml, version, ...(token === null ? {} : { token }) },
      })
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
  return (
    <DecisionEditor
      name={decision.name}
      xml={unsaved.xml}
      isForeign={unsaved.isTaken}
      canEdit={!isDisabled && lock.other === null}
      version={version}
      helpUrl={detail.baseHelpUrl}
      back={back}
      Guard={KeptGuard}
      onChange={(xml) => {
        hasDrawn.current = true
        unsaved.keep(xml)
      }}
      onSave={save}
      notice={
        hasNotice ? (
          <div className={classes.notice}>
            {isDisabled ? <Banner kind="warning" title={t('appDecisions.isDisabledNow')} /> : null}
            <HeldBanner lock={lock} />
            {failure === null ? null : (
              <ErrorBanner title={t('appDecisions.designNotSaved')} error={failure} comfort={t('record.stillHere')} />
            )}
            {unsaved.offer}
          </div>
        ) : null
      }
    />
  )
}
