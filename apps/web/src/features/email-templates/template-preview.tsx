import { api } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { MailPreview } from '../../components/mail/mail-preview.tsx'
import { useMailPreview } from '../../components/mail/use-mail-preview.ts'
import { call } from '../../lib/api/call.ts'
import { type MailDraft, readSample } from './mail-draft.ts'

/** The mail of a draft with its sample values. */
export function TemplatePreview({ draft: { subject, html }, sample }: { draft: MailDraft; sample: string }) {
  const { t } = useTranslation()
  const values = readSample(sample)
  const body = values === null || subject.trim() === '' ? null : { subject, html, sample: values as never }
  const preview = useMailPreview(api.emailTemplates.preview, body, (draft) =>
    call(api.emailTemplates.preview, { body: draft }),
  )
  return <MailPreview hint={t('emailTemplates.previewHint')} preview={preview} />
}
