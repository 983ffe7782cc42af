import { api } from '@millrace/contract'
import { emailTemplateList } from '@millrace/contract/lists/email-templates'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import { DisableButton } from '../../components/record/disable-button.tsx'
import { RecordPage } from '../../components/record/record-page.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { call } from '../../lib/api/call.ts'
import { useKept } from '../../lib/api/use-kept.ts'
import { EmailTemplateEditor } from './email-template-editor.tsx'
import { describeTemplate, templateQuery } from './email-template-query.ts'
import { NewEmailTemplate } from './new-email-template.tsx'

/** One email template, or a new one under the address `new`. */
export function Page() {
  const { templateId = '' } = useParams({ strict: false })
  return templateId === 'new' ? <NewEmailTemplate /> : <KnownTemplate id={templateId} />
}

function KnownTemplate({ id }: { id: string }) {
  const { t } = useTranslation()
  const query = templateQuery(id)
  const keep = useKept(query.queryKey)
  return (
    <RecordPage
      list={emailTemplateList}
      query={useQuery(query)}
      {...describeTemplate(t)}
      facts={['updated', 'updatedBy']}
      actions={({ name, disabled }) => (
        <>
          <LinkButton to={designPaths.copyEmailTemplate(id)} size="xs">
            {t('record.copy')}
          </LinkButton>
          <DisableButton
            name={name}
            isDisabled={disabled !== null}
            text={t('emailTemplates.disableText')}
            action={t('emailTemplates.disableAction')}
            onDisable={async (deletedReason) =>
              keep(await call(api.emailTemplates.disable, { params: { id }, query: { deletedReason } }))
            }
          />
        </>
      )}
    >
      {(template, facts) => (
        // What nobody may save any more is not kept.
        <EmailTemplateEditor key={template.disabled?.at} template={template} facts={facts} onSaved={keep} />
      )}
    </RecordPage>
  )
}
