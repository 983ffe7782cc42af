import type { ApplicationForm } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { DateTime } from '../../components/dates/dates.tsx'
import { MetaFact, MetaRow } from '../../components/page/meta-row.tsx'
import { Person } from '../../components/person/person.tsx'

/** Where a form belongs, and who has changed it last. */
export function FormFacts({ form: { application, version, updatedAt, updatedBy } }: { form: ApplicationForm }) {
  const { t } = useTranslation()
  return (
    <MetaRow>
      {application === null ? null : <MetaFact label={t('forms.application')}>{application.name}</MetaFact>}
      <MetaFact label={t('forms.version')}>{version === 0 ? t('forms.noDesign') : version}</MetaFact>
      <MetaFact label={t('forms.updated')}>
        <DateTime at={updatedAt} />
      </MetaFact>
      {updatedBy === null ? null : (
        <MetaFact label={t('forms.updatedBy')}>
          <Person person={updatedBy} />
        </MetaFact>
      )}
    </MetaRow>
  )
}
