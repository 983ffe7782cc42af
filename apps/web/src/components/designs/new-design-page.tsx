import { Button } from '@mantine/core'
import { api, type DesignProblem } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuery } from '../../lib/api/call-query.ts'
import { ErrorBanner } from '../banner/error-banner.tsx'
import { FileUpload } from '../file-upload/file-upload.tsx'
import { AwaitedPage } from '../page/awaited-page.tsx'
import { CreatePage } from '../record/create-page.tsx'
import { changeNamed } from '../record/key-for.ts'
import { useCreate } from '../record/use-create.ts'
import { FieldGrid, Section } from '../section/section.tsx'
import { showToast } from '../toast/show-toast.tsx'
import type { DesignDraft } from './design-kind.ts'
import { trailOfApplication } from './trail-of-application.ts'

interface Made {
  readonly id: string
  readonly name: string
}

interface Imported {
  readonly made: Made
  readonly problems: readonly DesignProblem[]
}

interface Props<Draft> extends DesignDraft<Draft> {
  readonly texts: 'appProcesses' | 'appDecisions'
  readonly empty: Draft
  readonly create: (appId: string, draft: Draft) => Promise<Made>
  /** @param body with a part `file`. */
  readonly importFile: (appId: string, body: FormData) => Promise<Imported>
  /** Endings of files that can be taken over, for the dialog of the browser and for people. */
  readonly accept: string
  readonly acceptHelp: string
  readonly pathOf: (appId: string, id: string) => string
}

interface NamedDraft {
  readonly name: string
  readonly key: string
}

/** The page that creates a process or decision in an application, empty or from a file. */
export function NewDesignPage<Draft extends NamedDraft>(props: Props<Draft>) {
  const { t } = useTranslation()
  const { appId = '' } = useParams({ strict: false })
  return (
    <AwaitedPage
      query={useQuery(callQuery(api.applications.get, { params: { appId } }))}
      help={t(`${props.texts}.helpNew`)}
      failed={t('applications.failedOne')}
      gone={{ title: t('applications.goneTitle'), text: t('applications.goneText') }}
    >
      {(application) => <NewDesign {...props} application={application} />}
    </AwaitedPage>
  )
}

function NewDesign<Draft extends NamedDraft>(props: Props<Draft> & { readonly application: Made }) {
  const { texts, empty, application, fields: Fields, isComplete, pathOf } = props
  const { t } = useTranslation()
  const create = useCreate({
    initial: empty,
    create: (draft) => props.create(application.id, draft),
    done: (name) => ({ title: t('designs.made', { name }) }),
    pathOf: (id) => pathOf(application.id, id),
    change: (before, part) => changeNamed(before, part, 'key'),
  })
  return (
    <CreatePage
      create={create}
      title={t(`${texts}.newTitle`, { name: application.name })}
      trail={trailOfApplication(application)}
      help={t(`${texts}.helpNew`)}
      action={t(`${texts}.create`)}
      failed={t(`${texts}.createFailed`)}
      isComplete={isComplete(create.draft)}
    >
      <Section title={t('record.details')}>
        <FieldGrid>
          <Fields {...create.fields} />
        </FieldGrid>
      </Section>
      <ImportSection {...props} appId={application.id} onMade={create.open} />
    </CreatePage>
  )
}

interface ImportProps extends Pick<Props<never>, 'texts' | 'importFile' | 'accept' | 'acceptHelp'> {
  readonly appId: string
  readonly onMade: (id: string) => void
}

function ImportSection({ texts, importFile, accept, acceptHelp, appId, onMade }: ImportProps) {
  const { t } = useTranslation()
  const [files, setFiles] = useState<readonly File[]>([])
  const [file] = files
  const take = useMutation({
    mutationFn: (chosen: File) => {
      const body = new FormData()
      body.append('file', chosen)
      return importFile(appId, body)
    },
    onSuccess: ({ made: { id, name }, problems }) => {
      const count = problems.filter(({ severity }) => severity === 'error').length
      const title = t('designs.imported', { name })
      showToast(
        count === 0
          ? { kind: 'success', title }
          : { kind: 'warning', title, text: t('designs.importedFaults', { count }) },
      )
      onMade(id)
    },
  })
  return (
    <Section title={t(`${texts}.orImport`)} hint={t(`${texts}.importHint`)}>
      {take.isError ? <ErrorBanner title={t('designs.importFailed')} error={take.error} /> : null}
      <FileUpload
        label={t(`${texts}.importFile`)}
        help={acceptHelp}
        accept={accept}
        isSingle
        files={files}
        isDisabled={take.isPending}
        onChange={(next) => {
          setFiles(next)
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
          {t('designs.importAction')}
        </Button>
      </div>
    </Section>
  )
}
