import type { ListDescription } from '@millrace/contract'
import { useParams } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { nameRow } from '../list/rows/list-cell.tsx'
import { Absent, type Awaited, findAwaited, StaleNotice } from '../page/awaited-page.tsx'
import { PageBody } from '../page/page-body.tsx'
import { type Crumb, PageHeader } from '../page/page-header.tsx'
import { Section } from '../section/section.tsx'
import { type FactOptions, RecordFacts } from './record-facts.tsx'

export interface RecordPageProps<L extends ListDescription, Item extends { readonly id: string }>
  extends Awaited<Item>,
    FactOptions<L, Item> {
  /** The description of the page, one line. */
  readonly help?: ReactNode
  /** The title, where the first column is not the name. */
  readonly titleOf?: (record: Item) => string
  /** The title when the first column is empty. */
  readonly unnamed?: string
  /** Tabs follow the header, and draw the line. */
  readonly hasTabs?: boolean
  /** Steps of the breadcrumb between the list and the record. */
  readonly trail?: (record: Item) => readonly Crumb[]
  /** Right of the title. */
  readonly actions?: (record: Item) => ReactNode
  /** All under the header, with the facts; where left out, they are all there is. */
  readonly children?: (record: Item, facts: ReactNode) => ReactNode
}

/**
 * The page of a record: title, facts, actions, states for loading, not found and failed, and the link back to the list
 * as it was. Title and facts come from the description of the list.
 */
export function RecordPage<const L extends ListDescription, Item extends { readonly id: string }>(
  props: RecordPageProps<L, Item>,
) {
  const { t } = useTranslation()
  const { list, query, help, unnamed, hasTabs = false, actions, children = showFacts } = props
  // Another record is another page: its title takes the focus.
  const place = Object.values(useParams({ strict: false })).join('/')
  const record = findAwaited(query)
  return (
    <>
      <PageHeader
        key={place}
        title={record === undefined ? undefined : (props.titleOf?.(record) ?? nameRow(list, record, t)) || unnamed}
        {...(record !== undefined && props.trail !== undefined && { trail: props.trail(record) })}
        hasTabs={hasTabs && record !== undefined}
        // Under the actions on phones: it would move when they come.
        help={record === undefined && !query.isError ? undefined : help}
        actions={record === undefined ? null : <Fragment key={record.id}>{actions?.(record)}</Fragment>}
      />
      {record === undefined ? (
        <Absent {...props} />
      ) : (
        <>
          <StaleNotice {...props} />
          <Fragment key={record.id}>{children(record, <RecordFacts {...props} record={record} />)}</Fragment>
        </>
      )}
    </>
  )
}

function showFacts(_: unknown, facts: ReactNode) {
  return <OnlyFacts>{facts}</OnlyFacts>
}

function OnlyFacts({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <PageBody>
      <Section title={t('record.details')}>{children}</Section>
    </PageBody>
  )
}
