import IconFileOff from 'icon:file-off'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { hasCode } from '../../lib/api/api-error.ts'
import { QueryFailure } from '../banner/query-failure.tsx'
import { SkeletonRows } from '../delayed/skeleton-rows.tsx'
import { EmptyState } from '../empty-state/empty-state.tsx'
import { LinkButton } from '../link/link-button.tsx'
import classes from './awaited-page.module.css'
import { PageBody } from './page-body.tsx'
import { PageHeader } from './page-header.tsx'
import { useTrail } from './use-trail.ts'

export type AwaitedQuery<Thing> = Pick<
  UseQueryResult<Thing>,
  'data' | 'isError' | 'error' | 'refetch' | 'dataUpdatedAt'
>

export interface Awaited<Thing> {
  readonly query: AwaitedQuery<Thing>
  /** What the user is told when it could not be fetched, from the error catalogue. */
  readonly failed: string
  /** What is there when it no longer exists, or belongs to others. */
  readonly gone: { readonly title: string; readonly text: string }
}

interface Props<Thing> extends Awaited<Thing> {
  readonly help?: ReactNode
  /** Placeholders with the measures of the real page, under its header and in its place; rows where left out. */
  readonly pending?: { readonly facts: ReactNode; readonly body: ReactNode }
  /** The whole page once the thing is there, with its header. */
  readonly children: (thing: Thing) => ReactNode
}

/**
 * A page about a thing, which it makes by itself once that is there, and what is there while it is loading, gone or
 * failed. The page of a record, `record/record-page.tsx`, is more: what it shows comes from the list of such records.
 */
export function AwaitedPage<Thing>({ help, pending, children, ...awaited }: Props<Thing>) {
  const thing = findAwaited(awaited.query)
  if (thing !== undefined)
    return (
      <>
        <StaleNotice {...awaited} />
        {children(thing)}
      </>
    )
  if (pending !== undefined && !awaited.query.isError)
    return (
      <>
        <PageHeader help={help}>{pending.facts}</PageHeader>
        {pending.body}
      </>
    )
  return (
    <>
      <PageHeader help={help} />
      <Absent {...awaited} />
    </>
  )
}

/** The thing as it was fetched last; undefined when it does not exist yet, or not any more. */
export function findAwaited<Thing>({ data, error }: AwaitedQuery<Thing>): Thing | undefined {
  return hasCode(error, 'thing.not-found') ? undefined : data
}

/** Says above the page that what it shows could not be fetched again. */
export function StaleNotice<Thing>({ query, failed }: Awaited<Thing>) {
  return <QueryFailure query={query} title={failed} className={classes.notice} />
}

/** In the place of a thing that does not exist: why, and the way on. */
export function Absent<Thing>({ query, failed, gone }: Awaited<Thing>) {
  const list = useTrail().at(-1)
  if (!query.isError)
    return (
      <PageBody>
        <SkeletonRows count={6} height={40} />
      </PageBody>
    )
  return (
    <PageBody>
      {hasCode(query.error, 'thing.not-found') ? (
        <EmptyState
          icon={IconFileOff}
          title={gone.title}
          text={gone.text}
          actions={
            list === undefined ? undefined : (
              <LinkButton to={list.to} search={list.search} variant="filled">
                {list.label}
              </LinkButton>
            )
          }
        />
      ) : (
        <QueryFailure query={query} title={failed} />
      )}
    </PageBody>
  )
}
