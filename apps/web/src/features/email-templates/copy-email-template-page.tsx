import { api, limits } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RecordPage } from '../../components/page/record-page.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { NewEmailTemplate } from './new-email-template.tsx'

/** Begins a new template with all that another one has. */
export function Page() {
  const { t } = useTranslation()
  const { templateId: id = '' } = useParams({ strict: false })
  return (
    <RecordPage
      query={useQuery(callQuery(api.emailTemplates.get, { params: { id } }))}
      title={t('pages.copyEmailTemplate')}
      help={t('emailTemplates.helpOne')}
      failed={t('emailTemplates.failedOne')}
      gone={{
        title: t('emailTemplates.goneTitle'),
        text: t('emailTemplates.goneText'),
        to: designPaths.emailTemplates,
        toLabel: t('emailTemplates.toList'),
      }}
    >
      {({ name, subject, html, missingValues }) => {
        const copy = t('emailTemplates.copyName', { name })
        return <NewEmailTemplate from={{ name: copy.slice(0, limits.name), subject, html, missingValues }} />
      }}
    </RecordPage>
  )
}
