import { api, limits } from '@millrace/contract'
import { dataListList } from '@millrace/contract/lists/data-lists'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import { AwaitedPage } from '../../components/page/awaited-page.tsx'
import { DisableButton } from '../../components/record/disable-button.tsx'
import { keyFor } from '../../components/record/key-for.ts'
import { RecordPage } from '../../components/record/record-page.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { call } from '../../lib/api/call.ts'
import { useKept } from '../../lib/api/use-kept.ts'
import { useMay } from '../../lib/session/use-may.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import { DataListEditor } from './data-list-editor.tsx'
import { dataListQuery, describeDataList } from './data-list-query.ts'
import { pickDraft } from './list-draft.ts'
import { NewDataList } from './new-data-list.tsx'

/** The page of a data list. The address `new` opens a new list, with `?from=` a copy. */
export function Page() {
  const { dataListId = '' } = useParams({ strict: false })
  const [{ from }] = useSearchState()
  if (dataListId !== 'new') return <KnownList id={dataListId} />
  return from === undefined ? <NewDataList /> : <CopyOf id={from} />
}

function CopyOf({ id }: { id: string }) {
  const { t } = useTranslation()
  return (
    <AwaitedPage query={useQuery(dataListQuery(id))} {...describeDataList(t)}>
      {(list) => {
        const name = t('record.copyName', { name: list.name }).slice(0, limits.name)
        return (
          <NewDataList
            from={{
              id,
              name: list.name,
              rowCount: list.rowCount,
              draft: { ...pickDraft(list), name, key: keyFor(name) },
            }}
          />
        )
      }}
    </AwaitedPage>
  )
}

function KnownList({ id }: { id: string }) {
  const { t } = useTranslation()
  const query = dataListQuery(id)
  const keep = useKept(query.queryKey)
  const mayCreate = useMay('data-lists.design', null)
  const mayDesign = useMay('data-lists.design', id)
  return (
    <RecordPage
      list={dataListList}
      query={useQuery(query)}
      {...describeDataList(t)}
      facts={['key', 'rowCount', 'version', 'updated', 'updatedBy']}
      actions={({ name, disabled }) => (
        <>
          {mayCreate ? (
            <LinkButton to={designPaths.newDataList} search={{ from: id }} size="xs">
              {t('record.copy')}
            </LinkButton>
          ) : null}
          {mayDesign ? (
            <DisableButton
              name={name}
              isDisabled={disabled !== null}
              text={t('dataLists.disableText')}
              action={t('dataLists.disableAction')}
              onDisable={async (deletedReason) =>
                keep(await call(api.dataLists.disable, { params: { id }, query: { deletedReason } }))
              }
            />
          ) : null}
        </>
      )}
    >
      {(list, facts) => (
        // What nobody may save any more is not kept.
        <DataListEditor key={list.disabled?.at} list={list} facts={facts} onSaved={keep} />
      )}
    </RecordPage>
  )
}
