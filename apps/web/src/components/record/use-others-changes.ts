import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listDifferences } from './list-differences.ts'
import { mergeRows, type RowsField, type RowsFields } from './rows-field.ts'
import type { OtherChanges } from './save-banner.tsx'

interface Options<Item extends { readonly revision: number }, Draft extends object> {
  /** The record as the page shows it. */
  readonly item: Item
  /** The unsaved changes of the user. */
  readonly edit: {
    readonly isDirty: boolean
    readonly error: unknown
    readonly goOnFrom: (revision: number, rebase?: (changes: Partial<Draft>) => Partial<Draft>) => void
  }
  /** Fetches the record as others have saved it. */
  readonly refetch: () => Promise<Item>
  /** Returns the editable fields of a record. */
  readonly pick: (item: Item) => Draft
  /** Returns the label of a field; null for a field without a label. */
  readonly nameField: (field: string) => string | null
  /** The fields that have rows. Rows of the user and of others are combined, and each changed row has a line. */
  readonly rows?: RowsFields<Draft> | undefined
}

/**
 * Returns what `SaveBanner` needs to show the changes that others have saved while the user was editing a record, and a
 * function to call with the saved record.
 */
export function useOthersChanges<Item extends { readonly revision: number }, Draft extends object>({
  item,
  edit,
  refetch,
  pick,
  nameField,
  rows,
}: Options<Item, Draft>) {
  const { t } = useTranslation()
  // The record that the user has seen before the input: the page may have read a newer one since.
  const [seen, setSeen] = useState(item)
  if (!edit.isDirty && seen.revision !== item.revision) setSeen(item)
  const onLoad = async (): Promise<OtherChanges> => {
    const next = await refetch()
    const versions = { before: pick(seen), after: pick(next) }
    edit.goOnFrom(next.revision, (changes) => rebaseRows(rows, changes, versions))
    setSeen(next)
    return { revision: next.revision, lines: listDifferences(t, { before: seen, after: next, pick, nameField, rows }) }
  }
  return {
    banner: { error: edit.error, revision: edit.isDirty ? item.revision : null, onLoad },
    see: (saved: Item) => setSeen(saved),
  }
}

/** Returns the unsaved changes with the rows that others have saved meanwhile. */
function rebaseRows<Draft extends object>(
  rows: RowsFields<Draft> | undefined,
  changes: Partial<Draft>,
  { before, after }: { readonly before: Draft; readonly after: Draft },
): Partial<Draft> {
  const fields = (Object.keys(rows ?? {}) as (keyof Draft)[]).filter((field) => field in changes)
  const merged = fields.map((field) => {
    const [mine, old, now] = [changes, before, after].map((draft) => draft[field] as unknown as readonly unknown[])
    const versions = { mine: mine ?? [], before: old ?? [], after: now ?? [] }
    return [field, mergeRows(rows?.[field] as unknown as RowsField<unknown>, versions)]
  })
  return { ...changes, ...Object.fromEntries(merged) }
}
