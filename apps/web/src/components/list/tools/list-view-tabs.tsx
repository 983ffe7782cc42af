import type { ListDescription } from '@millrace/contract'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ViewTabs } from '../../view-tabs/view-tabs.tsx'
import type { UsedList } from '../use-list.ts'
import { ViewMenu } from '../views/view-menu.tsx'
import { useViewTabs } from '../views/view-tabs-of-list.tsx'

interface Props<L extends ListDescription, Row> {
  readonly used: UsedList<L, Row>
  /** The address of the list, if the page belongs to an open record beside it. */
  readonly to?: string
  readonly counts?: { readonly [Name in keyof L['views']]?: number | undefined }
}

/** The views of a list as tabs: built-in and saved ones. Each has its own address. */
export function ListViews<L extends ListDescription, Row>({ used, to, counts }: Props<L, Row>) {
  const { t } = useTranslation()
  const here = useLocation({ select: ({ pathname }) => pathname })
  const { tabs, current } = useViewTabs(used, to ?? here, counts)
  const view = used.views.current
  // A list with one way to look at it has no tabs.
  if (tabs.length < 2) return null
  return (
    <ViewTabs
      label={t('list.views')}
      views={tabs}
      current={current}
      menu={view === null ? null : <ViewMenu key={view.id} used={used} view={view} to={to ?? here} />}
    />
  )
}
