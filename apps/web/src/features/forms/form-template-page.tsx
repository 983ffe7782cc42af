import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RecordPage } from '../../components/page/record-page.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { kindOfTemplate } from './form-kind.ts'
import { FormRecord } from './form-record.tsx'

/** A form template: its details, its history, and the way to its design. */
export function Page() {
  const { t } = useTranslation()
  const { templateId = '' } = useParams({ strict: false })
  const kind = kindOfTemplate(templateId)
  return (
    <RecordPage
      query={useQuery(kind.query)}
      title={t('pages.formTemplate')}
      help={t('forms.helpTemplate')}
      failed={t('forms.failedTemplate')}
      gone={{
        title: t('forms.goneTemplateTitle'),
        text: t('forms.goneText'),
        to: designPaths.formTemplates,
        toLabel: t('forms.toTemplates'),
      }}
    >
      {(form) => <FormRecord key={form.id} form={form} kind={kind} />}
    </RecordPage>
  )
}
