import { api, type DataList } from '@millrace/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Detail } from '../../components/detail/detail.tsx'
import { DisabledBanner } from '../../components/record/disabled-banner.tsx'
import { EditBar } from '../../components/record/edit-bar.tsx'
import { SaveBanner } from '../../components/record/save-banner.tsx'
import { useEdit } from '../../components/record/use-edit.ts'
import { useOthersChanges } from '../../components/record/use-others-changes.ts'
import { PageTabs } from '../../components/tabs/page-tabs.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { UnsavedGuard } from '../../components/unsaved/unsaved-guard.tsx'
import { call } from '../../lib/api/call.ts'
import { ColumnFields } from './column-fields.tsx'
import { dataListQuery } from './data-list-query.ts'
import classes from './data-lists.module.css'
import { isComplete, pickDraft } from './list-draft.ts'
import { ListFeed } from './list-feed.tsx'
import { ListFields } from './list-fields.tsx'
import { ListVersions } from './list-versions.tsx'
import { RowsTab } from './rows/rows-tab.tsx'
import { useEdits } from './rows/use-edits.ts'

interface Props {
  readonly list: DataList
  readonly facts: ReactNode
  /** Called with the saved data list. */
  readonly onSaved: (list: DataList) => void
}

type Tab = 'rows' | 'about' | 'feed' | 'versions'

/**
 * The page of a data list: its rows, and its name and columns. Changes in both tabs are kept while the other is open.
 */
export function DataListEditor({ list, facts, onSaved }: Props) {
  const { t } = useTranslation()
  const { id, name, disabled, revision, rowCount } = list
  const queryClient = useQueryClient()
  const [tab, setTab] = useState<Tab>('rows')
  const params = { id }
  const edits = useEdits(list)
  const edit = useEdit({
    saved: pickDraft(list),
    revision,
    save: ({ key: _, columns, ...draft }, initial) =>
      call(api.dataLists.save, { params, body: { ...draft, columns: [...columns], revision: initial } }),
    onSaved: (saved) => {
      onSaved(saved)
      others.see(saved)
      showToast({ kind: 'success', title: t('dataLists.saved'), text: saved.name })
    },
  })
  const { draft, error } = edit
  const refetch = () => queryClient.fetchQuery({ ...dataListQuery(id), staleTime: 0 })
  const nameField = (field: string) =>
    field === 'name' || field === 'description' || field === 'columns' ? t(`dataLists.${field}`) : null
  const others = useOthersChanges({ item: list, edit, refetch, pick: pickDraft, nameField })
  const fields = { draft, onChange: edit.change, isLocked: disabled !== null, error }
  return (
    <PageTabs
      label={name}
      tabs={[
        { value: 'rows', label: t('dataLists.rows'), count: rowCount },
        { value: 'about', label: t('dataLists.about') },
        { value: 'feed', label: t('dataLists.feed') },
        { value: 'versions', label: t('dataLists.versions') },
      ]}
      value={tab}
      onChange={setTab}
      className={classes.about}
    >
      {/* The bar of the other tab asks by itself. */}
      <UnsavedGuard
        isDirty={() => (tab === 'about' ? edits.isDirty && !edit.isDirty : edits.isDirty || edit.isDirty)}
      />
      {tab === 'rows' ? (
        <RowsTab
          list={list}
          edits={edits}
          banner={
            <DisabledBanner
              name={name}
              disabled={disabled}
              onRestore={async () => onSaved(await call(api.dataLists.restore, { params }))}
            />
          }
          onSaved={onSaved}
        />
      ) : tab === 'feed' ? (
        <ListFeed list={list} />
      ) : tab === 'versions' ? (
        <ListVersions list={list} onRestored={onSaved} />
      ) : (
        <>
          <Detail facts={facts}>
            <SaveBanner title={t('dataLists.saveFailed')} {...others.banner} />
            <ListFields {...fields} isKnown />
            <ColumnFields {...fields} knownKeys={new Set(list.columns.map(({ key }) => key))} />
          </Detail>
          <EditBar edit={edit} action={t('dataLists.save')} isComplete={isComplete(draft)} />
        </>
      )}
    </PageTabs>
  )
}
