import { api } from '@millrace/contract'
import { emailTemplateList } from '@millrace/contract/lists/email-templates'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import { EditRecord } from '../../components/record/edit-record.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { call } from '../../lib/api/call.ts'
import { useKept } from '../../lib/api/use-kept.ts'
import { useMay } from '../../lib/session/use-may.ts'
import { EmailTemplateEditor } from './email-template-editor.tsx'
import { describeTemplate, templateQuery } from './email-template-query.ts'
import { isSendable, pickDraft } from './mail-draft.ts'
import { NewEmailTemplate } from './new-email-template.tsx'

/** The page of an email template. The address `new` opens a new one. */
export function Page() {
  const { templateId = '' } = useParams({ strict: false })
  return templateId === 'new' ? <NewEmailTemplate /> : <KnownTemplate id={templateId} />
}

function KnownTemplate({ id }: { id: string }) {
  const { t } = useTranslation()
  const mayCreate = useMay('email-templates.design', null)
  const mayDesign = useMay('email-templates.design', id)
  const params = { id }
  const query = templateQuery(id)
  return (
    <EditRecord
      list={emailTemplateList}
      query={useQuery(query)}
      keep={useKept(query.queryKey)}
      {...describeTemplate(t)}
      facts={['updated', 'updatedBy']}
      isReadOnly={!mayDesign}
      actions={() =>
        mayCreate ? (
          <LinkButton to={designPaths.copyEmailTemplate(id)} size="xs">
            {t('record.copy')}
          </LinkButton>
        ) : null
      }
      pick={pickDraft}
      save={(draft, revision) => call(api.emailTemplates.save, { params, body: { ...draft, revision } })}
      isComplete={isSendable}
      texts={{
        action: t('emailTemplates.save'),
        saved: t('emailTemplates.saved'),
        failed: t('emailTemplates.saveFailed'),
      }}
      disable={{
        text: t('emailTemplates.disableText'),
        action: t('emailTemplates.disableAction'),
        onDisable: (deletedReason) => call(api.emailTemplates.disable, { params, query: { deletedReason } }),
        onRestore: () => call(api.emailTemplates.restore, { params }),
      }}
    >
      {(template, fields) => <EmailTemplateEditor template={template} fields={fields} />}
    </EditRecord>
  )
}
