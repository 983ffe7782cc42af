import { type Application, api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { PartTable } from './part-table.tsx'
import { useMayAdd } from './use-may-add.ts'

/** The forms of an application. */
export function FormsOfApplication({ application: { id, forms: count, disabled } }: { application: Application }) {
  const { t } = useTranslation()
  const mayAdd = useMayAdd({ id, disabled })
  const search = { application: id, isDisabled: 'false' }
  const forms = useQuery(callQuery(api.forms.list, { query: search }))
  return (
    <PartTable
      label={t('applications.forms')}
      query={forms}
      count={count}
      parts={forms.data?.items.map((form) => ({ ...form, key: form.formKey, to: designPaths.form(id, form.id) }))}
      failed={t('applications.formsFailed')}
      none={t('applications.noForms')}
      all={{ to: designPaths.forms, search: { application: id } }}
      add={
        mayAdd ? (
          <LinkButton size="xs" to={designPaths.newForm(id)}>
            {t('applications.addForm')}
          </LinkButton>
        ) : null
      }
    />
  )
}
