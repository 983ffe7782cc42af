import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RecordPage } from '../../components/page/record-page.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { kindOfForm } from './form-kind.ts'
import { FormRecord } from './form-record.tsx'

/** A form of an application: its details, its history, and the way to its design. */
export function Page() {
  const { t } = useTranslation()
  const { appId = '', formId = '' } = useParams({ strict: false })
  const kind = kindOfForm(appId, formId)
  return (
    <RecordPage
      query={useQuery(kind.query)}
      title={t('pages.form')}
      help={t('forms.helpOne')}
      failed={t('forms.failedOne')}
      gone={{
        title: t('forms.goneTitle'),
        text: t('forms.goneText'),
        to: designPaths.forms,
        toLabel: t('forms.toList'),
      }}
    >
      {(form) => <FormRecord key={form.id} form={form} kind={kind} />}
    </RecordPage>
  )
}
