import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AwaitedPage } from '../../page/awaited-page.tsx'
import { PageBody } from '../../page/page-body.tsx'
import { PageHeader } from '../../page/page-header.tsx'
import { type OfList, useCustomView } from './custom-view-page.tsx'
import { customViewPath } from './custom-view-path.ts'
import classes from './view-dialog.module.css'
import { ViewForm } from './view-form.tsx'

/** The page that creates a custom view as a copy of another view. */
export function CopyViewPage({ list }: OfList) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <AwaitedPage
      query={useCustomView(list)}
      help={t('listViews.copyHelp')}
      failed={t('listViews.customFailed')}
      gone={{ title: t('listViews.customGoneTitle'), text: t('listViews.customGoneText') }}
    >
      {(view) => {
        const open = (id: string) => void navigate({ to: customViewPath(view.list)?.(id) ?? '/' })
        return (
          <>
            <PageHeader help={t('listViews.copyHelp')} />
            <PageBody>
              <div className={classes.page}>
                <ViewForm
                  key={view.id}
                  list={view.list}
                  view={null}
                  copied={view}
                  isCustom
                  content={{ search: view.search, columns: view.columns }}
                  onDone={({ id }) => open(id)}
                  onClose={() => open(view.id)}
                />
              </div>
            </PageBody>
          </>
        )
      }}
    </AwaitedPage>
  )
}
