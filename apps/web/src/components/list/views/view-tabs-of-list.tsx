import type { ListDescription, SavedView } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import type { Translate } from '../../../lib/i18n.ts'
import type { View } from '../../view-tabs/view-tabs.tsx'
import { findView } from '../tools/list-views.ts'
import type { UsedList } from '../use-list.ts'

/** Returns the views of a list as tabs: built-in ones, then saved ones, each with an address that can be shared. */
export function useViewTabs<L extends ListDescription, Row>(
  { list, state, views }: UsedList<L, Row>,
  to: string,
  counts: { readonly [name: string]: number | undefined } | undefined,
): { readonly tabs: readonly View[]; readonly current: string } {
  const { t } = useTranslation()
  const own = Object.entries(list.views ?? { all: { label: 'list.all', search: {} } as const }).map(
    ([id, { label, search }]): View => ({
      id,
      label: t(label),
      count: counts?.[id],
      to,
      search: views.defaultId !== null && Object.keys(search).length === 0 ? { ...search, view: id } : search,
    }),
  )
  const kept = views.items.map(
    (view): View => ({ id: view.id, label: view.name, title: describeView(view, t), to, search: { view: view.id } }),
  )
  return { tabs: [...own, ...kept], current: views.current?.id ?? findView(list, state) ?? 'all' }
}

function describeView({ name, isMine, owner }: SavedView, t: Translate): string | undefined {
  if (isMine) return undefined
  return owner === null ? t('listViews.ofNobody', { name }) : t('listViews.by', { name, owner: owner.displayName })
}
