import IconCopy from 'icon:copy'
import { Select } from '@mantine/core'
import { api, type FormCopy } from '@millrace/contract'
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
import { Section } from '../../components/section/section.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { call } from '../../lib/api/call.ts'
import { callQuery, keyOf } from '../../lib/api/call-query.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import { FormFields, isComplete } from './form-fields.tsx'

/** Says what copies of forms are called and where they go, and makes all of them or none. */
export function Page() {
  const { t } = useTranslation()
  const [{ formIds = '' }] = useSearchState()
  const proposals = useQuery({
    queryKey: keyOf(api.forms.copyMultiple, formIds),
    queryFn: () => call(api.forms.copyMultiple, { query: { formIds } }),
    enabled: formIds !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <>
      <PageHeader help={t('forms.helpCopy')} />
      {formIds === '' ? (
        <PageBody>
          <EmptyState
            icon={IconCopy}
            title={t('forms.nothingToCopy')}
            text={t('forms.nothingToCopyText')}
            actions={<LinkButton to={designPaths.forms}>{t('forms.toList')}</LinkButton>}
          />
        </PageBody>
      ) : proposals.data === undefined ? (
        <PageBody>
          {proposals.isError ? (
            <ErrorBanner
              title={t('pageCatalogue.formCopy')}
              error={proposals.error}
              onRetry={() => void proposals.refetch()}
            />
          ) : (
            <SkeletonRows count={4} height={40} />
          )}
        </PageBody>
      ) : (
        <Copies key={formIds} proposals={proposals.data} />
      )}
    </>
  )
}

function Copies({ proposals }: { proposals: readonly FormCopy[] }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const applications = useQuery(callQuery(api.forms.allApplications)).data ?? []
  const [copies, setCopies] = useState(proposals)
  const count = copies.length
  const change = (index: number, part: Partial<FormCopy>) =>
    setCopies((before) => before.map((copy, place) => (place === index ? { ...copy, ...part } : copy)))
  const save = useMutation({
    mutationFn: () => call(api.forms.saveMultiple, { body: { forms: [...copies] } }),
    onSuccess: () => {
      showToast({ kind: 'success', title: t('forms.copiedAll', { count }) })
      void navigate({ to: designPaths.forms })
    },
  })
  return (
    <>
      <PageBody>
        {save.isError ? (
          <ErrorBanner title={t('forms.copyFailed')} error={save.error} comfort={t('record.stillHere')} />
        ) : null}
        {copies.map((copy, index) => (
          <Section key={copy.sourceId} title={t('forms.copyOf', { name: proposals[index]?.name ?? '' })}>
            <Select
              label={t('forms.application')}
              allowDeselect={false}
              data={applications.map(({ id, name }) => ({ value: id, label: name }))}
              value={copy.applicationId}
              onChange={(applicationId) => change(index, { applicationId: applicationId ?? copy.applicationId })}
            />
            <FormFields
              draft={copy}
              isTemplate={false}
              isLocked={false}
              error={ofPlace(save.error, count === 1 ? '' : `forms.${index}.`)}
              onChange={(part) => change(index, part)}
            />
          </Section>
        ))}
      </PageBody>
      <CreateBar
        action={t('forms.copyAll', { count })}
        isComplete={copies.every((copy) => isComplete(copy, false))}
        isPending={save.isPending}
        onCreate={() => save.mutate()}
      />
    </>
  )
}

/** What is said of one of the copies, as if it were the only one. */
function ofPlace(error: unknown, place: string): unknown {
  if (!(error instanceof ApiError)) return error
  const details = error.details.flatMap((detail) =>
    detail.where.startsWith(place) ? [{ ...detail, where: detail.where.slice(place.length) }] : [],
  )
  const { code, status, message, requestId } = error
  return new ApiError({ code, status, message, requestId, details })
}
