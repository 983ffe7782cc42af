import { Button } from '@mantine/core'
import { type AppProcess, api } from '@millrace/contract'
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
import { isComplete, pickDraft, presentDraft } from './process-draft.ts'
import { ProcessFields } from './process-fields.tsx'
import { ProcessHistory } from './process-history.tsx'
import { historyQuery, processQuery } from './process-queries.ts'

interface Props {
  readonly process: AppProcess
  readonly facts: ReactNode
  /** What is saved is what the page shows. */
  readonly onSaved: (process: AppProcess) => void
}

/** A process: who is at it, its details, and its history. */
export function ProcessEditor({ process, facts, onSaved }: Props) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { id: processId, application, name, disabled, editor, revision } = process
  const params = { appId: application.id, processId }
  const edit = useEdit({
    saved: pickDraft(process),
    revision,
    save: (draft, begun) => call(api.appProcesses.save, { params, body: { ...presentDraft(draft), revision: begun } }),
    onSaved: (saved) => {
      onSaved(saved)
      showToast({ kind: 'success', title: t('appProcesses.saved'), text: saved.name })
    },
  })
  const { draft, error } = edit
  return (
    <>
      <Detail facts={facts}>
        <DisabledBanner
          name={name}
          disabled={disabled}
          onRestore={async () => onSaved(await call(api.appProcesses.restore, { params }))}
        />
        {editor === null ? null : (
          <Banner kind="info" title={t('appProcesses.atIt', { name: editor.holder.displayName })}>
            {t('appProcesses.atItSince', { time: presentTime(editor.since) })}
          </Banner>
        )}
        {error === null ? null : (
          <ErrorBanner title={t('appProcesses.saveFailed')} error={error} comfort={t('record.stillHere')} />
        )}
        {hasCode(error, 'thing.changed') || hasCode(error, 'design.changed') ? (
          <div>
            <Button
              size="xs"
              onClick={() => {
                edit.discard()
                for (const { queryKey } of [processQuery(params), historyQuery(params)])
                  void queryClient.invalidateQueries({ queryKey })
              }}
            >
              {t('appProcesses.loadAgain')}
            </Button>
          </div>
        ) : null}
        <Section title={t('record.details')}>
          <ProcessFields draft={draft} isLocked={disabled !== null} error={error} onChange={edit.change} />
        </Section>
        <ProcessHistory process={process} />
      </Detail>
      <EditBar edit={edit} action={t('appProcesses.save')} isComplete={isComplete(draft)} />
    </>
  )
}
