import { formTemplateList } from '@millrace/contract/lists/forms'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RecordPage } from '../../components/record/record-page.tsx'
import { useKept } from '../../lib/api/use-kept.ts'
import { CopyTemplateButton } from './copy-template-button.tsx'
import { FormActions } from './form-actions.tsx'
import { FormEditor } from './form-editor.tsx'
import { kindOfTemplate } from './form-kind.ts'

/** A form template: its details, its history, and the way to its design. */
export function Page() {
  const { t } = useTranslation()
  const { templateId = '' } = useParams({ strict: false })
  const kind = kindOfTemplate(templateId)
  const keep = useKept(kind.query.queryKey)
  return (
    <RecordPage
      list={formTemplateList}
      query={useQuery(kind.query)}
      help={t('forms.helpTemplate')}
      failed={t('forms.failedTemplate')}
      gone={{ title: t('forms.goneTemplateTitle'), text: t('forms.goneText') }}
      facts={['version', 'updated', 'updatedBy']}
      cells={{ version: ({ version }) => (version === 0 ? t('forms.noDesign') : version) }}
      actions={(template) => (
        <FormActions form={template} kind={kind} onDisabled={keep}>
          <CopyTemplateButton template={template} />
        </FormActions>
      )}
    >
      {(template, facts) => (
        <FormEditor key={template.disabled?.at} form={template} kind={kind} facts={facts} onSaved={keep} />
      )}
    </RecordPage>
  )
}
