import { api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { trailOfApplication } from '../../components/designs/trail-of-application.ts'
import { AwaitedPage } from '../../components/page/awaited-page.tsx'
import { CreatePage } from '../../components/record/create-page.tsx'
import { changeNamed } from '../../components/record/key-for.ts'
import { useCreate } from '../../components/record/use-create.ts'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { FormFields } from './form-fields.tsx'
import { type FormDraft, formDraft } from './form-kind.tsx'

/** The page that creates a form in an application. */
export function Page() {
  const { t } = useTranslation()
  const { appId = '' } = useParams({ strict: false })
  return (
    <AwaitedPage
      query={useQuery(callQuery(api.forms.formApplication, { params: { appId } }))}
      help={t('forms.helpNew')}
      failed={t('forms.failedOne')}
      gone={{ title: t('forms.goneTitle'), text: t('designs.goneText') }}
    >
      {(application) => <NewForm application={application} />}
    </AwaitedPage>
  )
}

function NewForm({ application }: { application: { readonly id: string; readonly name: string } }) {
  const { t } = useTranslation()
  const create = useCreate<FormDraft>({
    initial: { name: '', formKey: '', labels: '' },
    create: (body) => call(api.forms.create, { params: { appId: application.id }, body }),
    done: (name) => ({ title: t('designs.made', { name }) }),
    pathOf: (id) => designPaths.form(application.id, id),
    change: (before, part) => changeNamed(before, part, 'formKey'),
  })
  return (
    <CreatePage
      create={create}
      title={t('forms.newTitle', { name: application.name })}
      trail={trailOfApplication(application)}
      help={t('forms.helpNew')}
      action={t('forms.create')}
      failed={t('forms.createFailed')}
      isComplete={formDraft.isComplete(create.draft)}
    >
      <Section title={t('record.details')}>
        <FieldGrid>
          <FormFields {...create.fields} />
        </FieldGrid>
      </Section>
    </CreatePage>
  )
}
