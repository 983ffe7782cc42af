import { limits } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AwaitedPage } from '../../components/page/awaited-page.tsx'
import { describeTemplate, templateQuery } from './email-template-query.ts'
import { pickDraft } from './mail-draft.ts'
import { NewEmailTemplate } from './new-email-template.tsx'

/** The page that creates an email template as a copy of another one. */
export function Page() {
  const { t } = useTranslation()
  const { templateId = '' } = useParams({ strict: false })
  return (
    <AwaitedPage query={useQuery(templateQuery(templateId))} {...describeTemplate(t)}>
      {(template) => {
        const name = t('record.copyName', { name: template.name }).slice(0, limits.name)
        return <NewEmailTemplate from={{ ...pickDraft(template), name }} />
      }}
    </AwaitedPage>
  )
}
