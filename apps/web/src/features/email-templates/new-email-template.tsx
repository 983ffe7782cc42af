import { api } from '@millrace/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CreatePage } from '../../components/record/create-page.tsx'
import { useCreate } from '../../components/record/use-create.ts'
import { designPaths } from '../../config/design-paths.ts'
import { call } from '../../lib/api/call.ts'
import { emptyDraft, isSendable, type MailDraft } from './mail-draft.ts'
import { MailFields } from './mail-fields.tsx'
import { TemplatePreview } from './template-preview.tsx'

/** The form for a new email template: empty, or a copy. */
export function NewEmailTemplate({ from }: { from?: MailDraft }) {
  const { t } = useTranslation()
  const [sample, setSample] = useState('')
  const create = useCreate({
    initial: from ?? emptyDraft,
    create: (body) => call(api.emailTemplates.create, { body }),
    done: (name) => ({ title: t(from ? 'emailTemplates.copied' : 'emailTemplates.saved'), text: name }),
    pathOf: designPaths.emailTemplate,
  })
  const { draft, fields } = create
  return (
    <CreatePage
      create={create}
      title={t(from ? 'pages.copyEmailTemplate' : 'emailTemplates.newTitle')}
      help={t('emailTemplates.helpOne')}
      action={t(from ? 'emailTemplates.saveCopy' : 'emailTemplates.save')}
      failed={t('emailTemplates.saveFailed')}
      isComplete={isSendable(draft)}
    >
      <MailFields {...fields} sample={sample} onSample={setSample} />
      <TemplatePreview draft={draft} sample={sample} />
    </CreatePage>
  )
}
