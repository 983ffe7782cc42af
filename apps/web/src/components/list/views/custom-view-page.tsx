import { api, type SavedView } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuery } from '../../../lib/api/call-query.ts'
import { AwaitedPage } from '../../page/awaited-page.tsx'
import { CustomViewActions } from './custom-view-actions.tsx'

/** The props by which the page of a list becomes the page of one view. */
export interface OfView {
  readonly view: SavedView
  readonly title: string
  readonly help: string
  readonly actions: ReactNode
}

/** The page of a custom view: its list, with the actions of the view. */
export function CustomViewPage({ children }: { readonly children: (page: OfView) => ReactNode }) {
  const { t } = useTranslation()
  return (
    <AwaitedPage
      query={useCustomView()}
      help={t('listViews.customHelp')}
      failed={t('listViews.customFailed')}
      gone={{ title: t('listViews.customGoneTitle'), text: t('listViews.customGoneText') }}
    >
      {(view) =>
        children({
          view,
          title: view.aliasName ?? view.name,
          help: t('listViews.customHelp'),
          actions: <CustomViewActions key={view.id} view={view} />,
        })
      }
    </AwaitedPage>
  )
}

/** Returns the custom view in the address. */
export function useCustomView() {
  const { customViewId = '' } = useParams({ strict: false })
  return useQuery(callQuery(api.listViews.get, { params: { id: customViewId } }))
}
