import IconFileOff from 'icon:file-off'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { hasCode } from '../../lib/api/api-error.ts'
import { QueryFailure } from '../banner/query-failure.tsx'
import { SkeletonRows } from '../delayed/skeleton-rows.tsx'
import { EmptyState } from '../empty-state/empty-state.tsx'
import { LinkButton } from '../link/link-button.tsx'
import { PageBody } from './page-body.tsx'
import { PageHeader } from './page-header.tsx'
import classes from './record-page.module.css'

interface Props<Record> {
  readonly query: Pick<UseQueryResult<Record>, 'data' | 'isError' | 'error' | 'refetch' | 'dataUpdatedAt'>
  /** The title while the record is not there. */
  readonly title: string
  readonly help?: ReactNode
  /** What the user is told when it could not be fetched, from the error catalogue. */
  readonly failed: string
  /** What stands there when it is gone, or belongs to others; and the list that it was in. */
  readonly gone: { readonly title: string; readonly text: string; readonly to: string; readonly toLabel: string }
  /** Placeholders with the measures of the real page, under its header and in its place; rows where left out. */
  readonly pending?: { readonly facts: ReactNode; readonly body: ReactNode }
  /** The whole page once the record is there: its header with title and actions, and its sections or tabs. */
  readonly children: (record: Record) => ReactNode
}

/** The page of one thing: itself when it is there, and what is shown while it is loading, gone or failed. */
export function RecordPage<Record>({ query, title, help, failed, gone, pending, children }: Props<Record>) {
  const { data, isError, error } = query
  const isGone = hasCode(error, 'thing.not-found')
  if (data !== undefined && !isGone)
    return (
      <>
        <QueryFailure query={query} title={failed} className={classes.notice} />
        {children(data)}
      </>
    )
  if (pending !== undefined && !isError)
    return (
      <>
        <PageHeader title={title} help={help}>
          {pending.facts}
        </PageHeader>
        {pending.body}
      </>
    )
  return (
    <>
      <PageHeader title={title} help={help} />
      <PageBody>
        {isGone ? (
          <EmptyState
            icon={IconFileOff}
            title={gone.title}
            text={gone.text}
            actions={
              <LinkButton to={gone.to} variant="filled">
                {gone.toLabel}
              </LinkButton>
            }
          />
        ) : null}
        {isGone ? null : <QueryFailure query={query} title={failed} />}
        {isError ? null : <SkeletonRows count={6} height={40} />}
      </PageBody>
    </>
  )
}
