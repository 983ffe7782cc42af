import { api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RecordPage } from '../../components/page/record-page.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { EmailTemplateRecord } from './email-template-record.tsx'
import { NewEmailTemplate } from './new-email-template.tsx'

/** One email template, or a new one under the address `new`. */
export function Page() {
  const { templateId = '' } = useParams({ strict: false })
  return templateId === 'new' ? <NewEmailTemplate /> : <KnownTemplate id={templateId} />
}

function KnownTemplate({ id }: { id: string }) {
  const { t } = useTranslation()
  return (
    <RecordPage
      query={useQuery(callQuery(api.emailTemplates.get, { params: { id } }))}
      title={t('pages.emailTemplate')}
      help={t('emailTemplates.helpOne')}
      failed={t('emailTemplates.failedOne')}
      gone={{
        title: t('emailTemplates.goneTitle'),
        text: t('emailTemplates.goneText'),
        to: designPaths.emailTemplates,
        toLabel: t('emailTemplates.toList'),
      }}
    >
      {(template) => <EmailTemplateRecord key={template.id} template={template} />}
    </RecordPage>
  )
}
