import { Button, TextInput } from '@mantine/core'
import { type Application, type ApplicationImportReport, api, importLimits, limits } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { FileUpload } from '../../components/file-upload/file-upload.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { CreateBar } from '../../components/record/create-bar.tsx'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { UnsavedGuard } from '../../components/unsaved/unsaved-guard.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { call } from '../../lib/api/call.ts'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import type { Translate } from '../../lib/i18n.ts'
import { type Choices, firstChoices, presentChoices } from './choices.ts'
import { ImportReport } from './import-report.tsx'

const megabyte = 1_000_000

/** Lets the user choose files, shows what an import would create, and imports the chosen ones. */
export function ImportFiles({ application }: { application: Application | null }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const params = { appId: application?.id ?? '0' }
  const [files, setFiles] = useState<readonly File[]>([])
  const [target, setTarget] = useState({ name: '', key: '' })
  const [choices, setChoices] = useState<Choices>({})
  const isDone = useRef(false)
  const read = useMutation({
    mutationFn: () => call(api.applicationImports.read, { params, body: bodyOf(files) }),
    onSuccess: (report: ApplicationImportReport) => {
      setTarget(report.application)
      setChoices(firstChoices(report.files))
    },
  })
  const report = read.data
  const chosen = presentChoices(report?.files ?? [], choices)
  const run = useMutation({
    mutationFn: () => {
      const plan = { choices: chosen, ...(application === null && { application: target }) }
      return call(api.applicationImports.run, { params, body: bodyOf(files, plan) })
    },
    onSuccess: ({ applicationId, parts }) => {
      isDone.current = true
      showToast({ kind: 'success', title: t('imports.done', { count: parts.length }) })
      void navigate({ to: designPaths.application(applicationId), replace: true })
    },
  })
  const isNamed = application !== null || (target.name.trim() !== '' && target.key.trim() !== '')
  const isKeyed = chosen.every(({ key }) => key !== '')
  const title = application === null ? {} : { title: t('imports.title', { name: application.name }) }
  return (
    <>
      <UnsavedGuard isDirty={() => !isDone.current && files.length > 0} />
      <PageHeader {...title} help={t('imports.help')} />
      <PageBody>
        {run.isError ? (
          <ErrorBanner title={t('imports.runFailed')} error={run.error} comfort={t('record.stillHere')} />
        ) : null}
        {read.isError ? <ErrorBanner title={t('imports.readFailed')} error={read.error} /> : null}
        <Section title={t('imports.files')} hint={t('imports.filesHint')}>
          <FileUpload
            label={t('imports.files')}
            help={t('imports.filesHelp', { size: importLimits.fileSize / megabyte })}
            accept=".bpmn,.xml,.dmn,.form,.json,.zip,.bar"
            files={files}
            error={findFault(files, t)}
            isDisabled={read.isPending || run.isPending}
            onChange={(next) => {
              setFiles(next)
              read.reset()
              run.reset()
            }}
          />
          <div>
            <Button
              loading={read.isPending}
              disabled={files.length === 0 || findFault(files, t) !== null}
              onClick={() => read.mutate()}
            >
              {t('imports.read')}
            </Button>
          </div>
        </Section>
        {report === undefined ? null : (
          <>
            {application === null ? (
              <Section title={t('imports.target')} hint={t('imports.targetHint')}>
                <FieldGrid>
                  {(['name', 'key'] as const).map((field) => (
                    <TextInput
                      key={field}
                      label={t(`applications.${field}`)}
                      required
                      maxLength={limits.name}
                      value={target[field]}
                      error={
                        describeFaultOf(run.error, field) ?? describeFaultOf(run.error, `plan.application.${field}`)
                      }
                      onChange={(event) => {
                        const { value } = event.currentTarget
                        setTarget((before) => ({ ...before, [field]: value }))
                      }}
                    />
                  ))}
                </FieldGrid>
              </Section>
            ) : null}
            <ImportReport
              report={report}
              applicationId={application?.id ?? null}
              choices={choices}
              faultOf={(path) =>
                describeFaultOf(run.error, `plan.choices.${chosen.findIndex((one) => one.path === path)}.key`)
              }
              onChoose={(path, choice) => {
                setChoices((before) => ({ ...before, [path]: choice }))
              }}
            />
          </>
        )}
      </PageBody>
      <CreateBar
        action={chosen.length === 0 ? t('imports.start') : t('imports.run', { count: chosen.length })}
        isComplete={report !== undefined && chosen.length > 0 && isNamed && isKeyed}
        isPending={run.isPending}
        onCreate={() => run.mutate()}
      />
    </>
  )
}

/** The server reads the plan before it meets the files. */
function bodyOf(files: readonly File[], plan?: object): FormData {
  const body = new FormData()
  if (plan !== undefined) body.append('plan', JSON.stringify(plan))
  for (const file of files) body.append('file', file)
  return body
}

function findFault(files: readonly File[], t: Translate): string | null {
  if (files.length > importLimits.files) return t('pageCatalogue.tooManyFiles', { max: importLimits.files })
  const large = files.find(({ size }) => size > importLimits.fileSize)
  return large === undefined
    ? null
    : `${large.name}: ${t('pageCatalogue.fileSize', { max: importLimits.fileSize / megabyte })}`
}
