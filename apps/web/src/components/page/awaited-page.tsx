import IconFileOff from 'icon:file-off'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { hasCode } from '../../lib/api/api-error.ts'
import { QueryFailure } from '../banner/query-failure.tsx'
import { SkeletonRows } from '../delayed/skeleton-rows.tsx'
import { HeldPage } from '../dialog/held-page.tsx'
import { EmptyState } from '../empty-state/empty-state.tsx'
import { LinkButton } from '../link/link-button.tsx'
import classes from './awaited-page.module.css'
import { PageBody } from './page-body.tsx'
import { PageHeader } from './page-header.tsx'
import { useList } from './use-trail.ts'

export type AwaitedQuery<Thing> = Pick<
  UseQueryResult<Thing>,
  'data' | 'isError' | 'error' | 'refetch' | 'dataUpdatedAt'
>

export interface Awaited<Thing> {
  readonly query: AwaitedQuery<Thing>
  /** The message when the object could not be loaded, from the error catalogue. */
  readonly failed: string
  /** The texts when the object no longer exists, or belongs to others. */
  readonly gone: { readonly title: string; readonly text: string }
}

interface Props<Thing> extends Awaited<Thing> {
  readonly help?: ReactNode
  /** Placeholders with the size of the real page; placeholder rows when missing. */
  readonly pending?: { readonly facts: ReactNode; readonly body: ReactNode }
  /** Renders the whole page with its header, once the object is loaded. */
  readonly children: (thing: Thing) => ReactNode
}

/**
 * A page about an object that renders its own content after loading, with states for loading, not found and failed.
 * Pages of records use `record/record-page.tsx`, which takes title and facts from the columns of their list.
 */
export function AwaitedPage<Thing>({ children, ...props }: Props<Thing>) {
  const { data } = props.query
  return (
    <HeldPage
      isGone={findAwaited(props.query) === undefined}
      page={
        data === undefined ? undefined : (
          <>
            <StaleNotice {...props} />
            {children(data)}
          </>
        )
      }
      absent={() => <AbsentPage {...props} />}
    />
  )
}

function AbsentPage<Thing>({ help, pending, ...awaited }: Omit<Props<Thing>, 'children'>) {
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

/** Returns the object as it was loaded last; undefined when it does not exist yet or no longer exists. */
export function findAwaited<Thing>({ data, error }: AwaitedQuery<Thing>): Thing | undefined {
  return hasCode(error, 'thing.not-found') ? undefined : data
}

/** A notice above the page that its data could not be reloaded. */
export function StaleNotice<Thing>({ query, failed }: Awaited<Thing>) {
  return <QueryFailure query={query} title={failed} className={classes.notice} />
}

/** The page for an object that does not exist: the reason, and a link. */
export function Absent<Thing>({ query, failed, gone }: Awaited<Thing>) {
  const list = useList()
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
