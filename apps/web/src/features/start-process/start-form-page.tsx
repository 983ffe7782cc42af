import IconFileOff from 'icon:file-off'
import { Button } from '@mantine/core'
import { api, homeCategory } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionBar } from '../../components/action-bar/action-bar.tsx'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { FormFailure } from '../../components/banner/form-failure.tsx'
import { LazyDefinitionDiagram } from '../../components/bpmn-diagram/lazy-diagram.tsx'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { SaveDraftButton } from '../../components/form-host/draft/save-draft-button.tsx'
import type { DraftHandle, SentPlace } from '../../components/form-host/draft/use-draft.ts'
import { FinishButton } from '../../components/form-host/finish-button.tsx'
import { FormSkeleton, LazyFormHost } from '../../components/form-host/lazy-form-host.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { PageTabs } from '../../components/tabs/page-tabs.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { UnsavedGuard } from '../../components/unsaved/unsaved-guard.tsx'
import { paths } from '../../config/paths.ts'
import { hasCode } from '../../lib/api/api-error.ts'
import { call } from '../../lib/api/call.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { getTimeZone } from '../../lib/time-zone.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import { AboutProcess } from './about-process.tsx'
import classes from './start-form-page.module.css'
import { startFormQuery } from './start-form-query.ts'

const formId = 'start-form'

/** The page with the form that starts a process, and its diagram. Another process opens with an empty state. */
export function Page() {
  const { definitionId = '' } = useParams({ strict: false })
  return <StartForm key={definitionId} definitionId={definitionId} />
}

interface StartFormProps {
  readonly definitionId: string
  /** It stands alone, for whoever came by a link: nothing leads to the rest of the product, and this is done afterwards. */
  readonly onAloneStarted?: (instanceId: string) => void
}

export function StartForm({ definitionId, onAloneStarted }: StartFormProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isAlone = onAloneStarted !== undefined
  const [search, setSearch] = useSearchState()
  const { data, isError, error, refetch } = useQuery({
    ...startFormQuery(definitionId),
    // A form that is being filled must not change under the user's hands.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const isUnkept = useRef(false)
  const draft = useRef<DraftHandle>(null)
  const [isReady, setReady] = useState(false)
  const start = useStartProcess(definitionId, { showsToast: !isAlone })
  // Whoever has gone elsewhere before the answer stays there.
  const send = (entered: Entered) =>
    start.mutate(entered, {
      onSuccess: ({ instanceId, nextTaskId }) => {
        if (isAlone) return onAloneStarted(instanceId)
        void navigate({ to: nextTaskId === null ? paths.startedByMe : paths.task('assigned', nextTaskId) })
      },
    })
  const category = data?.definition.category ?? homeCategory
  const tab = search.tab === 'diagram' || search.tab === 'about' ? search.tab : 'form'
  const isGone = hasCode(error, 'thing.not-found', 'definition.not-startable')
  if (isError)
    return (
      <>
        <PageHeader help={t('startForm.formHelp')} />
        <PageBody>
          {isGone ? (
            <EmptyState
              icon={IconFileOff}
              title={t('startForm.notOpened')}
              text={describeError(error).message}
              actions={
                isAlone ? undefined : (
                  <LinkButton to={paths.home} variant="filled">
                    {t('startForm.back')}
                  </LinkButton>
                )
              }
            />
          ) : (
            <ErrorBanner title={t('startForm.notOpened')} error={error} onRetry={() => void refetch()} />
          )}
        </PageBody>
      </>
    )
  return (
    <>
      <UnsavedGuard isDirty={() => isUnkept.current} />
      <PageHeader
        title={data?.definition.name ?? t('startProcess.title')}
        trail={isAlone ? [] : [{ label: category, to: paths.category(category) }]}
        help={data?.definition.description ?? t('startForm.formHelp')}
        hasTabs={data !== undefined}
      />
      {data === undefined ? (
        <div className={classes.form}>
          <FormSkeleton />
        </div>
      ) : (
        <PageTabs
          label={data.definition.name}
          tabs={[
            { value: 'form', label: t('startForm.formTab') },
            { value: 'about', label: t('startForm.aboutTab') },
            { value: 'diagram', label: t('startForm.diagramTab') },
          ]}
          value={tab}
          onChange={(value) => setSearch({ tab: value === 'form' ? undefined : value }, { replace: true })}
        >
          <div hidden={tab !== 'form'} className={classes.form}>
            {start.isError ? (
              <FormFailure title={t('startForm.failed')} error={start.error} comfort={t('startForm.inputKept')} />
            ) : null}
            <LazyFormHost
              id={formId}
              headingLevel={2}
              form={data.form}
              place={{ kind: 'start', id: definitionId, subject: data.definition.key }}
              error={start.error}
              fillAs={readFillAs(search.as)}
              emptyText={t('startForm.noFields')}
              onReady={() => setReady(true)}
              onUnkept={(is) => {
                isUnkept.current = is
              }}
              draftHandle={draft}
              onSubmit={(values, action) => {
                const kept = draft.current
                send({ values, action, hash: data.form.document.hash, onTaken: () => kept?.forget() })
              }}
            />
          </div>
          {tab === 'about' ? <AboutProcess {...data} /> : null}
          {tab === 'diagram' ? <LazyDefinitionDiagram definitionId={definitionId} /> : null}
        </PageTabs>
      )}
      {tab === 'form' && data !== undefined ? (
        <ActionBar>
          {isAlone ? null : <LinkButton to={paths.home}>{t('common.cancel')}</LinkButton>}
          <SaveDraftButton handle={draft} disabled={!isReady || start.isPending} />
          <FinishButton formId={formId} isReady={isReady}>
            <Button type="submit" form={formId} variant="filled" disabled={!isReady} loading={start.isPending}>
              {t('startForm.submit')}
            </Button>
          </FinishButton>
        </ActionBar>
      ) : null}
    </>
  )
}

/** The instance whose start form this one is to be filled as, from the address. */
function readFillAs(instanceId: string | undefined): SentPlace | undefined {
  return instanceId ? { instanceId, formId: 'start' } : undefined
}

interface Entered {
  readonly values: Readonly<Record<string, unknown>>
  readonly action: string | null
  readonly hash: string
  /** Called when it is done, whether this page is still there or not. */
  readonly onTaken: () => void
}

/** @param showsToast whether a message says that it is started. */
function useStartProcess(definitionId: string, { showsToast }: { showsToast: boolean }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async ({ onTaken, ...entered }: Entered) => {
      const body = { ...entered, timeZone: getTimeZone() }
      const answer = await call(api.processes.start, { params: { id: definitionId }, body })
      onTaken()
      return answer
    },
    onSuccess: ({ instanceId, title }) =>
      showsToast &&
      showToast({
        kind: 'success',
        title: t('startForm.started'),
        text: title,
        action: {
          label: t('startForm.openInstance'),
          run: () => void navigate({ to: paths.instance(instanceId) }),
        },
      }),
  })
}
