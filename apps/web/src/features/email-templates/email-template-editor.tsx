import { api, type EmailTemplate } from '@millrace/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TestMailSection } from '../../components/mail/test-mail-section.tsx'
import type { DraftFields } from '../../components/record/draft-field.ts'
import { call } from '../../lib/api/call.ts'
import { useMay } from '../../lib/session/use-may.ts'
import { type MailDraft, readSample, writeSample } from './mail-draft.ts'
import { MailFields } from './mail-fields.tsx'
import { TemplatePreview } from './template-preview.tsx'

interface Props {
  readonly template: EmailTemplate
  readonly fields: DraftFields<MailDraft>
}

/** The page of an email template: its text, the preview, and the test mail. */
export function EmailTemplateEditor({ template: { id, variables, disabled }, fields }: Props) {
  const { t } = useTranslation()
  const mayDesign = useMay('email-templates.design', id)
  const [sample, setSample] = useState(() => writeSample(variables))
  return (
    <>
      <MailFields {...fields} sample={sample} onSample={setSample} />
      <TemplatePreview draft={fields.draft} sample={sample} />
      {disabled === null && mayDesign ? (
        <TestMailSection
          hint={t('emailTemplates.tryHint')}
          onSend={(to) =>
            call(api.emailTemplates.sendTest, {
              params: { id },
              body: { to, sample: (readSample(sample) ?? {}) as never },
            })
          }
          contract={api.emailTemplates.testMail}
          onFind={(mailId) => call(api.emailTemplates.testMail, { params: { id: mailId } })}
        />
      ) : null}
    </>
  )
}
