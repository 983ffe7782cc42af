import { Button } from '@mantine/core'
import { api } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { FileUpload } from '../../components/file-upload/file-upload.tsx'
import { AwaitedPage } from '../../components/page/awaited-page.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { CreateBar } from '../../components/record/create-bar.tsx'
import { Section } from '../../components/section/section.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { UnsavedGuard } from '../../components/unsaved/unsaved-guard.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { emptyDraft, isComplete } from './decision-draft.ts'
import { DecisionFields } from './decision-fields.tsx'

/** Makes a decision in an application: an empty one, or of a DMN file. */
export function Page() {
  const { t } = useTranslation()
  const { appId = '' } = useParams({ strict: false })
  return (
    <AwaitedPage
      query={useQuery(callQuery(api.applications.get, { params: { appId } }))}
      help={t('appDecisions.helpNew')}
      failed={t('applications.failedOne')}
      gone={{ title: t('applications.goneTitle'), text: t('applications.goneText') }}
    >
      {(application) => <NewDecision application={application} />}
    </AwaitedPage>
  )
}

function NewDecision({ application }: { application: { readonly id: string; readonly name: string } }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const params = { appId: application.id }
  const [draft, setDraft] = useState(emptyDraft)
  const isMade = useRef(false)
  const open = (id: string) => {
    isMade.current = true
    void navigate({ to: designPaths.appDecision(application.id, id), replace: true })
  }
  const create = useMutation({
    mutationFn: () => call(api.appDecisions.create, { params, body: draft }),
    onSuccess: ({ id, name }) => {
      showToast({ kind: 'success', title: t('appDecisions.made', { name }) })
      open(id)
    },
  })
  const isDirty = () => !isMade.current && JSON.stringify(draft) !== JSON.stringify(emptyDraft)
  return (
    <>
      <UnsavedGuard isDirty={isDirty} />
      <PageHeader title={t('appDecisions.newTitle', { name: application.name })} help={t('appDecisions.helpNew')} />
      <PageBody>
        {create.isError ? (
          <ErrorBanner title={t('appDecisions.createFailed')} error={create.error} comfort={t('record.stillHere')} />
        ) : null}
        <Section title={t('record.details')}>
          <DecisionFields
            draft={draft}
            isLocked={false}
            error={create.error}
            onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
          />
        </Section>
        <ImportSection appId={application.id} onMade={open} />
      </PageBody>
      <CreateBar
        action={t('appDecisions.create')}
        isComplete={isComplete(draft)}
        isPending={create.isPending}
        onCreate={() => create.mutate()}
      />
    </>
  )
}

function ImportSection({ appId, onMade }: { appId: string; onMade: (id: string) => void }) {
  const { t } = useTranslation()
  const [files, setFiles] = useState<readonly File[]>([])
  const [file] = files
  const take = useMutation({
    mutationFn: (chosen: File) => {
      const body = new FormData()
      body.append('file', chosen)
      return call(api.appDecisions.importFile, { params: { appId }, body })
    },
    onSuccess: ({ decision, problems }) => {
      const count = problems.filter(({ severity }) => severity === 'error').length
      const title = t('appDecisions.imported', { name: decision.name })
      showToast(
        count === 0
          ? { kind: 'success', title }
          : { kind: 'warning', title, text: t('appDecisions.importedFaults', { count }) },
      )
      onMade(decision.id)
    },
  })
  return (
    <Section title={t('appDecisions.orImport')} hint={t('appDecisions.importHint')}>
      {take.isError ? <ErrorBanner title={t('appDecisions.importFailed')} error={take.error} /> : null}
      <FileUpload
        label={t('appDecisions.importFile')}
        help=".dmn, .xml"
        accept=".dmn,.xml"
        files={files}
        isDisabled={take.isPending}
        onChange={(next) => {
          setFiles(next.slice(-1))
          take.reset()
        }}
      />
      <div>
        <Button
          loading={take.isPending}
          disabled={file === undefined}
          onClick={() => {
            if (file !== undefined) take.mutate(file)
          }}
        >
          {t('appDecisions.importAction')}
        </Button>
      </div>
    </Section>
  )
}
