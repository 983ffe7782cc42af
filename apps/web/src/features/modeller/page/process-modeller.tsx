import { api, type ModellerDetail } from '@millrace/contract'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeployButton } from '../../../components/deployment/deploy-button.tsx'
import { DesignRoom } from '../../../components/design-page/design-room.tsx'
import type { OpenedProps } from '../../../components/design-page/file-page.tsx'
import { type FileCalls, useOpenedFile } from '../../../components/design-page/use-opened-file.tsx'
import type { Saving } from '../../../components/design-page/use-saving.ts'
import { lazyPart } from '../../../components/lazy-part/lazy-part.tsx'
import { call } from '../../../lib/api/call.ts'
import { useSearchState } from '../../../lib/use-search-state.ts'
import type { ModellerProps } from '../frame/modeller.tsx'
import type { TrialPanelProps } from '../trial/trial-panel.tsx'
import { useKnown } from './use-known.ts'

const Modeller = lazyPart<ModellerProps>(() => import('../frame/modeller.tsx'), {
  Instead: ({ back, name }) => <DesignRoom back={back} title={name} />,
  isAwaited: () => true,
})

const TrialPanel = lazyPart<TrialPanelProps>(() => import('../trial/trial-panel.tsx'), { isAwaited: () => true })

/** The modeller with the calls of a process of an application. */
export function ProcessModeller({ detail, back, onFreed }: OpenedProps<ModellerDetail>) {
  const { t } = useTranslation()
  const { process } = detail
  const params = { appId: process.application.id, processId: process.id }
  const { appId, processId } = params
  const calls = useMemo((): FileCalls => {
    const of = { params: { appId, processId } }
    return {
      take: (body) => call(api.appProcesses.lock, { ...of, body }),
      release: (token) => call(api.appProcesses.unlock, { ...of, query: { token } }),
      keep: (body) => call(api.appProcesses.autoSave, { ...of, body }),
      discard: () => call(api.appProcesses.discardAutoSaved, of),
      save: (body) => call(api.appProcesses.saveDesign, { ...of, body }),
    }
  }, [appId, processId])
  const opened = useOpenedFile({
    kind: 'process',
    detail,
    design: process,
    calls,
    texts: {
      disabled: t('modellerPage.disabled'),
      notSaved: t('modellerPage.saveFailed'),
      comfort: t('modellerPage.kept'),
    },
    onFreed,
  })
  const known = useKnown(params, process.name)
  const navigate = useNavigate()
  const [{ element }] = useSearchState()
  const [Actions] = useState(() => ({ saving }: { saving: Saving }) => (
    <DeployButton application={process.application} saving={saving} />
  ))
  const [Trial] = useState(() => (props: Omit<TrialPanelProps, 'process'>) => (
    <TrialPanel process={params} {...props} />
  ))
  return (
    <Modeller
      {...opened}
      known={known}
      back={back}
      Trial={Trial}
      {...(process.disabled === null && { Actions })}
      selected={element}
      onOpen={(to, elementId) => void navigate({ to, search: { process: processId, element: elementId } })}
    />
  )
}
