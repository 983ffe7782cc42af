import type { ListDescription } from '@millrace/contract'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type View, ViewTabs } from '../../view-tabs/view-tabs.tsx'
import type { UsedList } from '../use-list.ts'
import { findView } from './list-views.ts'

interface Props<L extends ListDescription, Row> {
  readonly used: UsedList<L, Row>
  /** Where the list is, when the page is not its own: beside an open record. */
  readonly to?: string
  readonly counts?: { readonly [Name in keyof L['views']]?: number | undefined }
}

/** The views that come with a list, as tabs. Each is an address of it. */
export function ListViews<L extends ListDescription, Row>({ used: { list, state }, to, counts }: Props<L, Row>) {
  const { t } = useTranslation()
  const here = useLocation({ select: ({ pathname }) => pathname })
  const views = Object.entries(list.views ?? {}).map(
    ([id, { label, search }]): View => ({
      id,
      label: t(label),
      count: counts?.[id as keyof typeof counts],
      to: to ?? here,
      search,
    }),
  )
  return <ViewTabs label={t('list.views')} views={views} current={findView(list, state) ?? ''} />
}
