import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listDifferences } from './list-differences.ts'
import type { OtherChanges } from './save-banner.tsx'

interface Options<Item extends { readonly revision: number }> {
  /** The record as the page shows it. */
  readonly item: Item
  /** The unsaved changes of the user. */
  readonly edit: {
    readonly isDirty: boolean
    readonly error: unknown
    readonly goOnFrom: (revision: number) => void
  }
  /** Fetches the record as others have saved it. */
  readonly refetch: () => Promise<Item>
  /** Returns the editable fields of a record. */
  readonly pick: (item: Item) => object
  /** Returns the label of a field; null for a field without a label. */
  readonly nameField: (field: string) => string | null
}

/**
 * Returns what `SaveBanner` needs to show the changes that others have saved while the user was editing a record, and a
 * function to call with the saved record.
 */
export function useOthersChanges<Item extends { readonly revision: number }>({
  item,
  edit,
  refetch,
  pick,
  nameField,
}: Options<Item>) {
  const { t } = useTranslation()
  // The record that the user has seen before the input: the page may have read a newer one since.
  const [seen, setSeen] = useState(item)
  if (!edit.isDirty && seen.revision !== item.revision) setSeen(item)
  const onLoad = async (): Promise<OtherChanges> => {
    const next = await refetch()
    edit.goOnFrom(next.revision)
    setSeen(next)
    return { revision: next.revision, lines: listDifferences(t, { before: seen, after: next, pick, nameField }) }
  }
  return {
    banner: { error: edit.error, revision: edit.isDirty ? item.revision : null, onLoad },
    see: (saved: Item) => setSeen(saved),
  }
}
