import { api, type EmailTemplate } from '@millrace/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { Detail } from '../../components/detail/detail.tsx'
import { TestMailSection } from '../../components/mail/test-mail-section.tsx'
import { DisabledBanner } from '../../components/record/disabled-banner.tsx'
import { EditBar } from '../../components/record/edit-bar.tsx'
import { useEdit } from '../../components/record/use-edit.ts'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { isSendable, pickDraft, readSample, writeSample } from './mail-draft.ts'
import { MailFields } from './mail-fields.tsx'
import { TemplatePreview } from './template-preview.tsx'

interface Props {
  readonly template: EmailTemplate
  readonly facts: ReactNode
  /** What is saved is what the page shows. */
  readonly onSaved: (template: EmailTemplate) => void
}

/** A template: what it says, how the mail looks, and the way to try it. */
export function EmailTemplateEditor({ template, facts, onSaved }: Props) {
  const { t } = useTranslation()
  const { id, name, disabled, revision } = template
  const params = { id }
  const [sample, setSample] = useState(() => writeSample(template.variables))
  const edit = useEdit({
    saved: pickDraft(template),
    revision,
    save: (draft, begun) => call(api.emailTemplates.save, { params, body: { ...draft, revision: begun } }),
    onSaved: (saved) => {
      onSaved(saved)
      showToast({ kind: 'success', title: t('emailTemplates.saved'), text: saved.name })
    },
  })
  const { draft, error } = edit
  return (
    <>
      <Detail facts={facts}>
        <DisabledBanner
          name={name}
          disabled={disabled}
          onRestore={async () => onSaved(await call(api.emailTemplates.restore, { params }))}
        />
        {error === null ? null : (
          <ErrorBanner title={t('emailTemplates.saveFailed')} error={error} comfort={t('record.stillHere')} />
        )}
        <MailFields
          draft={draft}
          onChange={edit.change}
          sample={sample}
          onSample={setSample}
          isLocked={disabled !== null}
          error={error}
        />
        <TemplatePreview draft={draft} sample={sample} />
        {disabled === null ? (
          <TestMailSection
            hint={t('emailTemplates.tryHint')}
            onSend={(to) =>
              call(api.emailTemplates.sendTest, { params, body: { to, sample: (readSample(sample) ?? {}) as never } })
            }
            contract={api.emailTemplates.testMail}
            onFind={(mailId) => call(api.emailTemplates.testMail, { params: { id: mailId } })}
          />
        ) : null}
      </Detail>
      <EditBar edit={edit} action={t('emailTemplates.save')} isComplete={isSendable(draft)} />
    </>
  )
}
