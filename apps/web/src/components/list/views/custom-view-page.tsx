import { api, type customViewLists, type SavedView } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api/api-error.ts'
import { callQuery } from '../../../lib/api/call-query.ts'
import { AwaitedPage, type AwaitedQuery } from '../../page/awaited-page.tsx'
import { CustomViewActions } from './custom-view-actions.tsx'

/** The props by which the page of a list becomes the page of one view. */
export interface OfView {
  readonly view: SavedView
  readonly title: string
  readonly help: string
  readonly actions: ReactNode
}

export interface OfList {
  readonly list: (typeof customViewLists)[keyof typeof customViewLists]
}

/** A custom view as a page of its list, with the actions for the view. */
export function CustomViewPage({ list, children }: OfList & { readonly children: (page: OfView) => ReactNode }) {
  const { t } = useTranslation()
  return (
    <AwaitedPage
      query={useCustomView(list)}
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

/** Returns the custom view of the address; null when it does not exist or is a view of another list. */
export function useCustomView(list: OfList['list']): AwaitedQuery<SavedView> {
  const { customViewId = '' } = useParams({ strict: false })
  const query = useQuery(callQuery(api.listViews.get, { params: { id: customViewId } }))
  if (query.data === undefined || query.data.list === list) return query
  return { ...query, data: undefined, isError: true, error: ofOtherList }
}

const ofOtherList = new ApiError({ code: 'thing.not-found', status: 404, message: 'Expected a view of this list.' })
