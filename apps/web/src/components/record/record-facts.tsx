import type { ColumnName, ListDescription } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { CopyId } from '../copy-id/copy-id.tsx'
import { Fact, Facts } from '../detail/detail.tsx'
import { type Cells, presentCell } from '../list/rows/list-cell.tsx'

export interface FactOptions<L extends ListDescription, Item> {
  /** The description of the list. Its first column is the title, the others are the facts. */
  readonly list: L
  /** The columns that are shown as facts; all of them where left out. */
  readonly facts?: readonly ColumnName<L>[]
  /** The values of facts that show more than the plain value. */
  readonly cells?: Cells<L, Item>
}

/** The values of a record under the names of its list columns. Empty ones are left out. */
export function RecordFacts<L extends ListDescription, Item extends { readonly id: string }>({
  list,
  record,
  cells,
  facts = listFacts(list),
}: FactOptions<L, Item> & { readonly record: Item }) {
  const { t } = useTranslation()
  return (
    <Facts>
      <Fact label={t('record.id')}>
        <CopyId id={record.id} />
      </Fact>
      {facts.map((name) => {
        const column = list.columns[name]
        const content = presentCell({ list, cells, name, row: record, isExact: true })
        return column === undefined || content === null ? null : (
          <Fact key={name} label={t(column.label)}>
            {content}
          </Fact>
        )
      })}
    </Facts>
  )
}

/** Returns all columns except the one that is the title. */
function listFacts<L extends ListDescription>({ columns }: L): ColumnName<L>[] {
  return Object.keys(columns).filter((name) => columns[name]?.isFixed !== true)
}
