import { api } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { CreatePage } from '../../components/record/create-page.tsx'
import { changeNamed } from '../../components/record/key-for.ts'
import { useCreate } from '../../components/record/use-create.ts'
import { designPaths } from '../../config/design-paths.ts'
import { call } from '../../lib/api/call.ts'
import { ColumnFields } from './column-fields.tsx'
import { emptyDraft, isComplete, type ListDraft } from './list-draft.ts'
import { ListFields } from './list-fields.tsx'

interface Source {
  readonly id: string
  readonly name: string
  readonly rowCount: number
  readonly draft: ListDraft
}

/** The form for a new data list: empty, or a copy with the columns and rows of another one. */
export function NewDataList({ from }: { from?: Source }) {
  const { t } = useTranslation()
  const create = useCreate({
    initial: from?.draft ?? emptyDraft,
    create: ({ columns, ...draft }) =>
      call(api.dataLists.create, {
        body: { ...draft, columns: [...columns], ...(from && { copyOf: from.id }) },
      }),
    done: (name) => ({ title: t(from ? 'dataLists.copied' : 'dataLists.saved'), text: name }),
    pathOf: designPaths.dataList,
    change: (before, part) => changeNamed(before, part, 'key'),
  })
  const { draft, fields } = create
  return (
    <CreatePage
      create={create}
      title={t(from ? 'dataLists.copyTitle' : 'dataLists.newTitle')}
      help={t('dataLists.helpOne')}
      action={t(from ? 'dataLists.saveCopy' : 'dataLists.save')}
      failed={t('dataLists.saveFailed')}
      isComplete={isComplete(draft)}
    >
      {from === undefined ? null : (
        <Banner
          kind="info"
          title={t('dataLists.copyHint', { name: from.name, rows: from.rowCount.toLocaleString('en') })}
        />
      )}
      <ListFields {...fields} isKnown={false} />
      {from === undefined ? <ColumnFields {...fields} knownKeys={noKeys} /> : null}
    </CreatePage>
  )
}

const noKeys: ReadonlySet<string> = new Set()
