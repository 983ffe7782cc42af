import IconArrowLeft from 'icon:arrow-left'
import { ActionIcon } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import type { Asked } from '../designs/design-kind.ts'
import { Link } from '../link/link.tsx'
import { ApplicationLink } from './application-link.tsx'
import { DesignRoom } from './design-room.tsx'
import { type Newest, useNewest } from './use-newest.ts'

export interface OpenedProps<Detail> {
  readonly detail: Detail
  readonly back: ReactNode
  /** Called when no other user holds the lock any more. */
  readonly onFreed: Newest['open']
}

interface Design {
  readonly name: string
  readonly version: number
  readonly application: { readonly id: string; readonly name: string }
}

interface Props<Detail> {
  readonly id: string
  readonly query: Asked<Detail>
  readonly designOf: (detail: Detail) => Design
  /** The title of the designer. */
  readonly title: string
  readonly failed: string
  /** The address of the page of the design. */
  readonly backTo: string
  readonly Opened: ComponentType<OpenedProps<Detail>>
}

/** The designer of a design that is a file: a page without the shell around it. */
export function FilePage<Detail>({ id, query: asked, designOf, title, failed, backTo, Opened }: Props<Detail>) {
  const { t } = useTranslation()
  // What is designed here is the truth until it is saved: it is not to be fetched again behind it.
  const query = useQuery({ ...asked, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })
  const newest = useNewest(id, async () => {
    const { data, isError } = await query.refetch()
    return isError || data === undefined ? undefined : designOf(data).version
  })
  useDocumentTitle(query.data === undefined ? title : `${designOf(query.data).name}: ${title}`)
  const back = (
    <>
      <ActionIcon renderRoot={(root: object) => <Link {...root} to={backTo} aria-label={t('tool.back')} />}>
        <IconArrowLeft size={17} stroke={1.6} />
      </ActionIcon>
      {query.data === undefined ? null : <ApplicationLink {...designOf(query.data).application} />}
    </>
  )
  if (query.data !== undefined) return <Opened key={newest.key} detail={query.data} back={back} onFreed={newest.open} />
  const failure = query.isError ? { title: failed, error: query.error, onRetry: () => void query.refetch() } : null
  return <DesignRoom back={back} title={title} failure={failure} />
}
