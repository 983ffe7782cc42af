import { api, type ModellerDetail } from '@millrace/contract'
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
import type { ModellerProps } from '../frame/modeller.tsx'
import type { TrialPanelProps } from '../trial/trial-panel.tsx'
import { useKnown } from './use-known.ts'

const Modeller = lazyPart<ModellerProps>(() => import('../frame/modeller.tsx'), {
  Instead: Room,
  isAwaited: () => true,
})

const TrialPanel = lazyPart<TrialPanelProps>(() => import('../trial/trial-panel.tsx'), { isAwaited: () => true })

interface Props {
  readonly detail: ModellerDetail
  readonly back: ReactNode
  /** Nobody else is at it any more. */
  readonly onFreed: Newest['open']
}

/** The modeller with the calls of a process: loads once, saves versions, keeps what is not saved, and holds the lock. */
export function ProcessModeller({ detail, back, onFreed }: Props) {
  const { t } = useTranslation()
  const { username } = useSession()
  const { process } = detail
  const params = { appId: process.application.id, processId: process.id }
  const [version, setVersion] = useState(process.version)
  const [failure, setFailure] = useState<unknown>(null)
  const { appId, processId } = params
  const lockCalls = useMemo(
    () => ({
      take: (body: { takeOver: boolean; token?: string }) =>
        call(api.appProcesses.lock, { params: { appId, processId }, body }),
      release: (token: string) => call(api.appProcesses.unlock, { params: { appId, processId }, query: { token } }),
    }),
    [appId, processId],
  )
  // Whoever has drawn something keeps it, and is told when it is saved.
  const hasDrawn = useRef(false)
  const freed = useFreed(() => {
    if (!hasDrawn.current) void onFreed(version, () => !hasDrawn.current)
  })
  const lock = useLock(lockCalls, username, freed)
  const known = useKnown(params)
  const unsaved = useUnsaved(
    { ...detail, version },
    {
      keep: (xml) => call(api.appProcesses.autoSave, { params, body: { xml, version } }),
      discard: () => call(api.appProcesses.discardAutoSaved, { params }),
    },
  )
  const [Trial] = useState(() => (props: Omit<TrialPanelProps, 'process'>) => (
    <TrialPanel process={params} {...props} />
  ))
  const isDisabled = process.disabled !== null
  const save = async (xml: string) => {
    const token = lock.getToken()
    const mark = unsaved.mark()
    const hadDrawn = hasDrawn.current
    hasDrawn.current = false
    try {
      const saved = await call(api.appProcesses.saveDesign, {
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
  return (
    <Modeller
      name={process.name}
      xml={unsaved.xml}
      isForeign={unsaved.isTaken}
      canEdit={!isDisabled && lock.other === null}
      version={version}
      known={known}
      helpUrl={detail.baseHelpUrl}
      back={back}
      Trial={Trial}
      Guard={KeptGuard}
      onChange={(xml) => {
        hasDrawn.current = true
        unsaved.keep(xml)
      }}
      onSave={save}
      notice={
        isDisabled || lock.other !== null || failure !== null || unsaved.offer !== null ? (
          <div className={classes.notice}>
            {isDisabled ? <Banner kind="warning" title={t('modellerPage.disabled')} /> : null}
            <HeldBanner lock={lock} />
            {failure === null ? null : (
              <ErrorBanner title={t('modellerPage.saveFailed')} error={failure} comfort={t('modellerPage.kept')} />
            )}
            {unsaved.offer}
          </div>
        ) : null
      }
    />
  )
}

function Room({ back, name }: ModellerProps) {
  return <DesignRoom back={back} title={name} />
}
