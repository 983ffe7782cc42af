import { api } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { AwaitedPage } from '../../components/page/awaited-page.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { CreateBar } from '../../components/record/create-bar.tsx'
import { changeNamed } from '../../components/record/key-for.ts'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { FormFields } from './form-fields.tsx'
import { type FormDraft, formDraft } from './form-kind.tsx'

/** Makes a form in an application. */
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
  const navigate = useNavigate()
  const [draft, setDraft] = useState<FormDraft>({ name: '', formKey: '', labels: '' })
  const create = useMutation({
    mutationFn: () => call(api.forms.create, { params: { appId: application.id }, body: draft }),
    onSuccess: ({ id, name }) => {
      showToast({ kind: 'success', title: t('designs.made', { name }) })
      void navigate({ to: designPaths.form(application.id, id), replace: true })
    },
  })
  return (
    <>
      <PageHeader title={t('forms.newTitle', { name: application.name })} help={t('forms.helpNew')} />
      <PageBody>
        {create.isError ? <ErrorBanner title={t('forms.createFailed')} error={create.error} /> : null}
        <Section title={t('record.details')}>
          <FieldGrid>
            <FormFields
              draft={draft}
              isLocked={false}
              error={create.error}
              onChange={(part) => setDraft((before) => changeNamed(before, part, 'formKey'))}
            />
          </FieldGrid>
        </Section>
      </PageBody>
      <CreateBar
        action={t('forms.create')}
        isComplete={formDraft.isComplete(draft)}
        isPending={create.isPending}
        onCreate={() => create.mutate()}
      />
    </>
  )
}
