import type { Disabled, ListDescription } from '@millrace/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Detail } from '../detail/detail.tsx'
import type { Awaited } from '../page/awaited-page.tsx'
import { showToast } from '../toast/show-toast.tsx'
import { DisableButton } from './disable-button.tsx'
import { DisabledBanner } from './disabled-banner.tsx'
import type { DraftFields } from './draft-field.ts'
import { EditBar } from './edit-bar.tsx'
import { RecordPage, type RecordPageProps } from './record-page.tsx'
import type { RowsFields } from './rows-field.ts'
import { SaveBanner } from './save-banner.tsx'
import { useEdit } from './use-edit.ts'
import { useOthersChanges } from './use-others-changes.ts'

interface Editable {
  readonly id: string
  readonly name: string
  readonly revision: number
  /** Left out of kinds that cannot be disabled. */
  readonly disabled?: Disabled | null
}

interface Disabling<Item> {
  /** The consequences. */
  readonly text: string
  /** Verb and object. */
  readonly action: string
  /** More fields of the dialog, and whether they are complete. */
  readonly fields?: ReactNode
  readonly isComplete?: boolean
  readonly onDisable: (reason: string) => Promise<Item>
  readonly onRestore: () => Promise<Item>
}

interface Editing<Item extends Editable, Draft extends object> {
  /** Shows the record of an answer on the page. */
  readonly keep: (item: Item) => void
  readonly pick: (item: Item) => Draft
  readonly save: (draft: Draft, revision: number, item: Item) => Promise<Item>
  readonly isComplete: (draft: Draft) => boolean
  /** The fields that have rows, which are combined with the rows that others save meanwhile. */
  readonly rows?: (item: Item) => RowsFields<Draft>
  readonly texts: {
    /** Verb and object. */
    readonly action: string
    readonly saved: string
    readonly failed: string
  }
  /** The texts and call that disable the record; missing: it cannot be disabled. */
  readonly disable?: Disabling<Item>
  /** Whether the user can only read the record. */
  readonly isReadOnly?: boolean
  /** @param isDirty whether something is not saved yet. */
  readonly children: (item: Item, fields: DraftFields<Draft>, isDirty: boolean) => ReactNode
}

type Props<L extends ListDescription, Item extends Editable, Draft extends object> = Omit<
  RecordPageProps<L, Item>,
  'children'
> &
  Editing<Item, Draft>

/**
 * The page of a record that users change: its facts, its fields with a bar to save them, and disabling and restoring
 * it.
 */
export function EditRecord<const L extends ListDescription, Item extends Editable, Draft extends object>(
  props: Props<L, Item, Draft>,
) {
  const { t } = useTranslation()
  const { actions, disable, keep, children, isReadOnly = false, ...page } = props
  const columns = props.list.columns as Readonly<Record<string, { readonly label: string }>>
  const nameField = (field: string) => (columns[field] === undefined ? null : t(columns[field].label as never))
  return (
    <RecordPage
      {...(page as unknown as RecordPageProps<L, Item>)}
      actions={(item) => (
        <>
          {actions?.(item)}
          {disable === undefined || isReadOnly ? null : (
            <DisableButton
              name={item.name}
              isDisabled={(item.disabled ?? null) !== null}
              text={disable.text}
              action={disable.action}
              fields={disable.fields}
              isComplete={disable.isComplete ?? true}
              onDisable={async (reason) => keep(await disable.onDisable(reason))}
            />
          )}
        </>
      )}
    >
      {(item, facts) => (
        // What nobody may save any more is not kept.
        <Editor key={item.disabled?.at} {...props} nameField={nameField} item={item} shownFacts={facts} />
      )}
    </RecordPage>
  )
}

type EditorProps<Item extends Editable, Draft extends object> = Editing<Item, Draft> & {
  readonly item: Item
  readonly shownFacts: ReactNode
  readonly query: Awaited<Item>['query']
  /** Returns the label of a field; null for a field that is no column. */
  readonly nameField: (field: string) => string | null
}

function Editor<Item extends Editable, Draft extends object>(props: EditorProps<Item, Draft>) {
  const {
    item,
    query,
    nameField,
    shownFacts,
    keep,
    texts,
    disable,
    pick,
    save,
    isComplete,
    rows,
    children,
    isReadOnly = false,
  } = props
  const { name, revision, disabled = null } = item
  const edit = useEdit({
    saved: pick(item),
    revision,
    save: (draft: Draft, initial) => save(draft, initial, item),
    onSaved: (saved) => {
      keep(saved)
      others.see(saved)
      showToast({ kind: 'success', title: texts.saved, text: saved.name })
    },
  })
  const { draft, error, isDirty } = edit
  const refetch = async () => (await query.refetch({ throwOnError: true })).data ?? item
  const others = useOthersChanges({ ...{ item, edit, refetch, nameField }, pick, rows: rows?.(item) })
  const fields = { draft, onChange: edit.change, isLocked: isReadOnly || disabled !== null, error }
  return (
    <>
      <Detail facts={shownFacts}>
        {disable === undefined ? null : (
          <DisabledBanner name={name} disabled={disabled} onRestore={async () => keep(await disable.onRestore())} />
        )}
        <SaveBanner title={texts.failed} {...others.banner} />
        {children(item, fields, isDirty)}
      </Detail>
      {isReadOnly ? null : <EditBar edit={edit} action={texts.action} isComplete={isComplete(draft)} />}
    </>
  )
}
