import IconCopy from 'icon:copy'
import { Select, TextInput } from '@mantine/core'
import { api, type DecisionCopy, limits } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { CreateBar } from '../../components/record/create-bar.tsx'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { call } from '../../lib/api/call.ts'
import { callQuery, keyOf } from '../../lib/api/call-query.ts'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import { isComplete } from './decision-draft.ts'

/** Says what copies of decisions are called and where they go, and makes all of them or none. */
export function Page() {
  const { t } = useTranslation()
  const [{ decisionIds = '' }] = useSearchState()
  const proposals = useQuery({
    queryKey: keyOf(api.appDecisions.copyMultiple, decisionIds),
    queryFn: () => call(api.appDecisions.copyMultiple, { query: { decisionIds } }),
    enabled: decisionIds !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <>
      <PageHeader help={t('appDecisions.helpCopy')} />
      {decisionIds === '' ? (
        <PageBody>
          <EmptyState
            icon={IconCopy}
            title={t('appDecisions.nothingToCopy')}
            text={t('appDecisions.nothingToCopyText')}
            actions={<LinkButton to={designPaths.appDecisions}>{t('appDecisions.toList')}</LinkButton>}
          />
        </PageBody>
      ) : proposals.data === undefined ? (
        <PageBody>
          {proposals.isError ? (
            <ErrorBanner
              title={t('appDecisions.copyDetailsFailed')}
              error={proposals.error}
              onRetry={() => void proposals.refetch()}
            />
          ) : (
            <SkeletonRows count={4} height={40} />
          )}
        </PageBody>
      ) : (
        <Copies key={decisionIds} proposals={proposals.data} />
      )}
    </>
  )
}

function Copies({ proposals }: { proposals: readonly DecisionCopy[] }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const applications = useQuery(callQuery(api.forms.allApplications)).data ?? []
  const [copies, setCopies] = useState(proposals)
  const count = copies.length
  const change = (index: number, part: Partial<DecisionCopy>) =>
    setCopies((before) => before.map((copy, place) => (place === index ? { ...copy, ...part } : copy)))
  const save = useMutation({
    mutationFn: () => call(api.appDecisions.saveMultiple, { body: { decisions: [...copies] } }),
    onSuccess: () => {
      showToast({ kind: 'success', title: t('appDecisions.copiedAll', { count }) })
      void navigate({ to: designPaths.appDecisions })
    },
  })
  const faultOf = (index: number, field: string) =>
    describeFaultOf(save.error, count === 1 ? field : `decisions.${index}.${field}`)
  return (
    <>
      <PageBody>
        {save.isError ? (
          <ErrorBanner title={t('appDecisions.copyFailed')} error={save.error} comfort={t('record.stillHere')} />
        ) : null}
        {copies.map((copy, index) => (
          <Section key={copy.sourceId} title={t('appDecisions.copyOf', { name: proposals[index]?.name ?? '' })}>
            <FieldGrid>
              <Select
                label={t('appDecisions.application')}
                allowDeselect={false}
                data={applications.map(({ id, name }) => ({ value: id, label: name }))}
                value={copy.applicationId}
                error={faultOf(index, 'applicationId')}
                onChange={(applicationId) => change(index, { applicationId: applicationId ?? copy.applicationId })}
              />
              <TextInput
                label={t('appDecisions.name')}
                required
                maxLength={limits.name}
                value={copy.name}
                error={faultOf(index, 'name')}
                onChange={(event) => change(index, { name: event.currentTarget.value })}
              />
              <TextInput
                label={t('appDecisions.key')}
                required
                maxLength={limits.processKey}
                value={copy.key}
                error={faultOf(index, 'key')}
                onChange={(event) => change(index, { key: event.currentTarget.value })}
              />
            </FieldGrid>
          </Section>
        ))}
      </PageBody>
      <CreateBar
        action={t('appDecisions.copyAll', { count })}
        isComplete={copies.every(isComplete)}
        isPending={save.isPending}
        onCreate={() => save.mutate()}
      />
    </>
  )
}
