import { api, type EditorDetail } from '@millrace/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { DesignRoom } from '../../../components/design-page/design-room.tsx'
import type { OpenedProps } from '../../../components/design-page/file-page.tsx'
import { type FileCalls, useOpenedFile } from '../../../components/design-page/use-opened-file.tsx'
import { lazyPart } from '../../../components/lazy-part/lazy-part.tsx'
import { call } from '../../../lib/api/call.ts'
import type { DecisionEditorProps } from '../frame/decision-editor.tsx'

const DecisionEditor = lazyPart<DecisionEditorProps>(() => import('../frame/decision-editor.tsx'), {
  Instead: ({ back, name }) => <DesignRoom back={back} title={name} />,
  isAwaited: () => true,
})

/** The decision editor with the calls of a decision of an application. */
export function OpenedDecision({ detail, back, onFreed }: OpenedProps<EditorDetail>) {
  const { t } = useTranslation()
  const { decision } = detail
  const appId = decision.application.id
  const decisionId = decision.id
  const calls = useMemo((): FileCalls => {
    const of = { params: { appId, decisionId } }
    return {
      take: (body) => call(api.appDecisions.lock, { ...of, body }),
      release: (token) => call(api.appDecisions.unlock, { ...of, query: { token } }),
      keep: (body) => call(api.appDecisions.autoSave, { ...of, body }),
      discard: () => call(api.appDecisions.discardAutoSaved, of),
      save: (body) => call(api.appDecisions.saveDesign, { ...of, body }),
    }
  }, [appId, decisionId])
  const opened = useOpenedFile({
    kind: 'decision',
    detail,
    design: decision,
    calls,
    texts: {
      disabled: t('appDecisions.isDisabledNow'),
      notSaved: t('appDecisions.designNotSaved'),
      comfort: t('record.stillHere'),
    },
    onFreed,
  })
  return <DecisionEditor {...opened} back={back} />
}
