import { formTemplateList } from '@millrace/contract/lists/forms'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DesignEditor } from '../../components/designs/design-editor.tsx'
import { RecordPage } from '../../components/record/record-page.tsx'
import { CopyTemplateButton } from './copy-template-button.tsx'
import { FormActions } from './form-actions.tsx'
import { kindOfTemplate } from './form-kind.tsx'

/** The page of a form template: its details, its history, and a link to the designer. */
export function Page() {
  const { t } = useTranslation()
  const { templateId = '' } = useParams({ strict: false })
  const kind = kindOfTemplate(templateId)
  // Beside it, not behind it.
  useQuery(kind.history)
  return (
    <RecordPage
      list={formTemplateList}
      query={useQuery(kind.query)}
      help={t('forms.helpTemplate')}
      failed={t('forms.failedTemplate')}
      gone={{ title: t('forms.goneTemplateTitle'), text: t('designs.goneText') }}
      facts={['version', 'updated', 'updatedBy']}
      cells={{ version: ({ version }) => (version === 0 ? t('forms.noDesign') : version) }}
      actions={(template) => (
        <FormActions form={template} kind={kind}>
          <CopyTemplateButton template={template} />
        </FormActions>
      )}
    >
      {(template, facts) => <DesignEditor key={template.disabled?.at} thing={template} kind={kind} facts={facts} />}
    </RecordPage>
  )
}
