import { Button, Skeleton } from '@mantine/core'
import { api, type ModellerDetail } from '@millrace/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../../components/banner/banner.tsx'
import { ErrorBanner } from '../../../components/banner/error-banner.tsx'
import { lazyPart } from '../../../components/lazy-part/lazy-part.tsx'
import { showToast } from '../../../components/toast/show-toast.tsx'
import { UnsavedGuard } from '../../../components/unsaved/unsaved-guard.tsx'
import { call } from '../../../lib/api/call.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import { presentDateTime } from '../../../lib/dates.ts'
import { useSession } from '../../../lib/session/session.ts'
import type { ModellerProps } from '../frame/modeller.tsx'
import classes from './modeller-page.module.css'
import { useKnown } from './use-known.ts'
import { type Lock, useLock } from './use-lock.ts'
import { useUnsaved } from './use-unsaved.tsx'

const Modeller = lazyPart<ModellerProps>(() => import('../frame/modeller.tsx'), {
  Instead: Room,
  isAwaited: () => true,
})

/** The modeller with the calls of a process: loads once, saves versions, keeps what is not saved, and holds the lock. */
export function ProcessModeller({ detail, back }: { detail: ModellerDetail; back: ReactNode }) {
  const { t } = useTranslation()
  const { username } = useSession()
  const { process } = detail
  const params = { appId: process.application.id, processId: process.id }
  const [version, setVersion] = useState(process.version)
  const [failure, setFailure] = useState<unknown>(null)
  const lock = useLock(params, username)
  const known = useKnown(params.appId)
  const unsaved = useUnsaved(detail, params, version)
  const isDisabled = process.disabled !== null
  const save = async (xml: string) => {
    const token = lock.getToken()
    try {
      const saved = await call(api.appProcesses.saveDesign, {
        params,
        body: { xml, version, ...(token === null ? {} : { token }) },
      })
      unsaved.forget()
      setFailure(null)
      setVersion(saved.version)
      showToast({ kind: 'success', title: t('modellerPage.saved', { version: saved.version }) })
    } catch (error) {
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
      Guard={UnsavedGuard}
      onChange={unsaved.keep}
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
  return (
    <div className={classes.page} aria-busy="true">
      <div className={classes.bar}>
        {back}
        <h1>{name}</h1>
      </div>
      <Skeleton height={320} />
    </div>
  )
}

/** Somebody else is at this process: who, since when, and how to take it over. */
function HeldBanner({ lock: { other, takeOver } }: { lock: Lock }) {
  const { t } = useTranslation()
  if (other === null) return null
  const take = () =>
    takeOver().catch((error: unknown) =>
      showToast({ kind: 'error', title: t('catalogue.request'), text: describeError(error).message }),
    )
  return (
    <Banner
      kind="warning"
      title={t('modellerPage.held', { name: other.holder.displayName })}
      actions={
        <Button size="xs" onClick={() => void take()}>
          {t('modellerPage.takeOver')}
        </Button>
      }
    >
      {t('modellerPage.heldText', { since: presentDateTime(other.since), name: other.holder.displayName })}
    </Banner>
  )
}
