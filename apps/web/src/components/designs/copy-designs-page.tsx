import IconCopy from 'icon:copy'
import { Select } from '@mantine/core'
import { api } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api/api-error.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import { ErrorBanner } from '../banner/error-banner.tsx'
import { SkeletonRows } from '../delayed/skeleton-rows.tsx'
import { EmptyState } from '../empty-state/empty-state.tsx'
import { LinkButton } from '../link/link-button.tsx'
import { PageBody } from '../page/page-body.tsx'
import { PageHeader } from '../page/page-header.tsx'
import { CreateBar } from '../record/create-bar.tsx'
import { FieldGrid, Section } from '../section/section.tsx'
import { showToast } from '../toast/show-toast.tsx'
import { UnsavedGuard } from '../unsaved/unsaved-guard.tsx'
import type { Asked, DesignDraft, DesignTexts } from './design-kind.ts'

/** The fields of every copy, in addition to those of its kind. */
interface Copied {
  readonly sourceId: string
  readonly applicationId: string
  readonly name: string
}

interface Props<Copy extends Copied> extends DesignDraft<Copy> {
  readonly texts: DesignTexts
  /** The ids of the sources in the address, separated by commas. */
  readonly ids: string
  /** The query for proposed names and keys of copies. */
  readonly proposals: (ids: string) => Asked<Copy[]>
  /** Creates all copies or none. Errors name a copy by its position: `forms.2.name`. */
  readonly save: (copies: readonly Copy[]) => Promise<unknown>
  readonly place: string
  readonly listPath: string
  /** The message when the proposals could not be loaded. */
  readonly failed: string
}

/** A page on which users choose names and destinations of copies of designs. It creates all of them or none. */
export function CopyDesignsPage<Copy extends Copied>(props: Props<Copy>) {
  const { texts, ids, listPath, failed } = props
  const { t } = useTranslation()
  const [{ [ids]: chosen = '' }] = useSearchState()
  const proposals = useQuery({
    ...props.proposals(chosen),
    enabled: chosen !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <>
      <PageHeader help={t('designs.helpCopy')} />
      {chosen === '' ? (
        <PageBody>
          <EmptyState
            icon={IconCopy}
            title={t(`${texts}.nothingToCopy`)}
            text={t(`${texts}.nothingToCopyText`)}
            actions={<LinkButton to={listPath}>{t(`${texts}.toList`)}</LinkButton>}
          />
        </PageBody>
      ) : proposals.data === undefined ? (
        <PageBody>
          {proposals.isError ? (
            <ErrorBanner title={failed} error={proposals.error} onRetry={() => void proposals.refetch()} />
          ) : (
            <SkeletonRows count={4} height={40} />
          )}
        </PageBody>
      ) : (
        <Copies key={chosen} {...props} proposed={proposals.data} />
      )}
    </>
  )
}

function Copies<Copy extends Copied>(props: Props<Copy> & { readonly proposed: readonly Copy[] }) {
  const { texts, proposed, place, listPath, fields: Fields, isComplete } = props
  const { t } = useTranslation()
  const navigate = useNavigate()
  const applications = useQuery(callQuery(api.forms.allApplications)).data ?? []
  const [initial] = useState(proposed)
  const [copies, setCopies] = useState(initial)
  const isSaved = useRef(false)
  const count = copies.length
  const change = (index: number, part: Partial<Copy>) =>
    setCopies((before) => before.map((copy, at) => (at === index ? { ...copy, ...part } : copy)))
  const save = useMutation({
    mutationFn: () => props.save(copies),
    onSuccess: () => {
      isSaved.current = true
      showToast({ kind: 'success', title: t(`${texts}.copiedAll`, { count }) })
      void navigate({ to: listPath })
    },
  })
  const errorOf = (index: number) => ofPlace(save.error, count === 1 ? '' : `${place}.${index}.`)
  return (
    <>
      <UnsavedGuard isDirty={() => !isSaved.current && copies !== initial} />
      <PageBody>
        {save.isError ? (
          <ErrorBanner title={t('designs.copyFailed')} error={save.error} comfort={t('record.stillHere')} />
        ) : null}
        {copies.map((copy, index) => (
          <Section key={copy.sourceId} title={t('designs.copyOf', { name: initial[index]?.name ?? '' })}>
            <FieldGrid>
              <Select
                label={t('designs.application')}
                allowDeselect={false}
                data={applications.map(({ id, name }) => ({ value: id, label: name }))}
                value={copy.applicationId}
                error={describeFaultOf(errorOf(index), 'applicationId')}
                onChange={(applicationId) =>
                  change(index, { applicationId: applicationId ?? copy.applicationId } as Partial<Copy>)
                }
              />
              <Fields draft={copy} isLocked={false} error={errorOf(index)} onChange={(part) => change(index, part)} />
            </FieldGrid>
          </Section>
        ))}
      </PageBody>
      <CreateBar
        action={t(`${texts}.copyAll`, { count })}
        isComplete={copies.every(isComplete)}
        isPending={save.isPending}
        onCreate={() => save.mutate()}
      />
    </>
  )
}

/** Returns the part of an error that concerns one of the copies. */
function ofPlace(error: unknown, place: string): unknown {
  if (!(error instanceof ApiError)) return error
  const details = error.details.flatMap((detail) =>
    detail.where.startsWith(place) ? [{ ...detail, where: detail.where.slice(place.length) }] : [],
  )
  const { code, status, message, requestId } = error
  return new ApiError({ code, status, message, requestId, details })
}
