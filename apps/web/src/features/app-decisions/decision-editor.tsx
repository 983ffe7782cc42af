import { Button } from '@mantine/core'
import { type AppDecision, api } from '@millrace/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { Detail } from '../../components/detail/detail.tsx'
import { DisabledBanner } from '../../components/record/disabled-banner.tsx'
import { EditBar } from '../../components/record/edit-bar.tsx'
import { useEdit } from '../../components/record/use-edit.ts'
import { Section } from '../../components/section/section.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { hasCode } from '../../lib/api/api-error.ts'
import { call } from '../../lib/api/call.ts'
import { presentTime } from '../../lib/dates.ts'
import { isComplete, pickDraft } from './decision-draft.ts'
import { DecisionFields } from './decision-fields.tsx'
import { DecisionHistory } from './decision-history.tsx'
import { decisionQuery, historyQuery } from './decision-queries.ts'

interface Props {
  readonly decision: AppDecision
  readonly facts: ReactNode
  /** What is saved is what the page shows. */
  readonly onSaved: (decision: AppDecision) => void
}

/** A decision: who is at it, its details, and its history. */
export function DecisionEditor({ decision, facts, onSaved }: Props) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { id: decisionId, application, name, disabled, editor, revision } = decision
  const params = { appId: application.id, decisionId }
  const edit = useEdit({
    saved: pickDraft(decision),
    revision,
    save: (draft, begun) => call(api.appDecisions.save, { params, body: { ...draft, revision: begun } }),
    onSaved: (saved) => {
      onSaved(saved)
      showToast({ kind: 'success', title: t('appDecisions.saved'), text: saved.name })
    },
  })
  const { draft, error } = edit
  return (
    <>
      <Detail facts={facts}>
        <DisabledBanner
          name={name}
          disabled={disabled}
          onRestore={async () => onSaved(await call(api.appDecisions.restore, { params }))}
        />
        {editor === null ? null : (
          <Banner kind="info" title={t('appDecisions.atIt', { name: editor.holder.displayName })}>
            {t('appDecisions.atItSince', { time: presentTime(editor.since) })}
          </Banner>
        )}
        {error === null ? null : (
          <ErrorBanner title={t('appDecisions.saveFailed')} error={error} comfort={t('record.stillHere')} />
        )}
        {hasCode(error, 'thing.changed') || hasCode(error, 'design.changed') ? (
          <div>
            <Button
              size="xs"
              onClick={() => {
                edit.discard()
                for (const { queryKey } of [decisionQuery(params), historyQuery(params)])
                  void queryClient.invalidateQueries({ queryKey })
              }}
            >
              {t('appDecisions.loadAgain')}
            </Button>
          </div>
        ) : null}
        <Section title={t('record.details')}>
          <DecisionFields draft={draft} isLocked={disabled !== null} error={error} onChange={edit.change} />
        </Section>
        <DecisionHistory decision={decision} />
      </Detail>
      <EditBar edit={edit} action={t('appDecisions.save')} isComplete={isComplete(draft)} />
    </>
  )
}
