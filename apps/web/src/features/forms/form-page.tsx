import { formList } from '@millrace/contract/lists/forms'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DesignEditor } from '../../components/designs/design-editor.tsx'
import { trailOfApplication } from '../../components/designs/trail-of-application.ts'
import { Link } from '../../components/link/link.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { RecordPage } from '../../components/record/record-page.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { FormActions } from './form-actions.tsx'
import { kindOfForm } from './form-kind.tsx'

/** The page of a form of an application: its details, its history, and a link to the designer. */
export function Page() {
  const { t } = useTranslation()
  const { appId = '', formId = '' } = useParams({ strict: false })
  const kind = kindOfForm(appId, formId)
  // Beside it, not behind it.
  useQuery(kind.history)
  return (
    <RecordPage
      list={formList}
      query={useQuery(kind.query)}
      help={t('forms.helpOne')}
      trail={({ application }) => trailOfApplication(application)}
      failed={t('forms.failedOne')}
      gone={{ title: t('forms.goneTitle'), text: t('designs.goneText') }}
      facts={['application', 'version', 'updated', 'updatedBy']}
      cells={{
        application: ({ application }) =>
          application === null ? null : <Link to={designPaths.application(application.id)}>{application.name}</Link>,
        version: ({ version }) => (version === 0 ? t('forms.noDesign') : version),
      }}
      actions={(form) => (
        <FormActions form={form} kind={kind}>
          {/* Forms are copied on a page, where several can be at once. */}
          <LinkButton size="xs" to={designPaths.copyForms} search={{ formIds: form.id }}>
            {t('record.copy')}
          </LinkButton>
        </FormActions>
      )}
    >
      {(form, facts) => <DesignEditor key={form.disabled?.at} thing={form} kind={kind} facts={facts} />}
    </RecordPage>
  )
}
