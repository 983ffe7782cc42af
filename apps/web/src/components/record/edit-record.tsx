import type { Disabled, ListDescription } from '@millrace/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../banner/error-banner.tsx'
import { Detail } from '../detail/detail.tsx'
import { showToast } from '../toast/show-toast.tsx'
import { DisableButton } from './disable-button.tsx'
import { DisabledBanner } from './disabled-banner.tsx'
import type { DraftFields } from './draft-field.ts'
import { EditBar } from './edit-bar.tsx'
import { RecordPage, type RecordPageProps } from './record-page.tsx'
import { useEdit } from './use-edit.ts'

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
  readonly onDisable: (reason: string) => Promise<Item>
  readonly onRestore: () => Promise<Item>
}

interface Editing<Item extends Editable, Draft extends object> {
  /** Creates an answer what the page shows. */
  readonly keep: (item: Item) => void
  readonly pick: (item: Item) => Draft
  readonly save: (draft: Draft, revision: number, item: Item) => Promise<Item>
  readonly isComplete: (draft: Draft) => boolean
  readonly texts: {
    /** Verb and object. */
    readonly action: string
    readonly saved: string
    readonly failed: string
  }
  /** Left out: it cannot be disabled. */
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
  const { actions, disable, keep, children, isReadOnly = false, ...page } = props
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
              onDisable={async (reason) => keep(await disable.onDisable(reason))}
            />
          )}
        </>
      )}
    >
      {(item, facts) => (
        // What nobody may save any more is not kept.
        <Editor key={item.disabled?.at} {...props} item={item} shownFacts={facts} />
      )}
    </RecordPage>
  )
}

type EditorProps<Item extends Editable, Draft extends object> = Editing<Item, Draft> & {
  readonly item: Item
  readonly shownFacts: ReactNode
}

function Editor<Item extends Editable, Draft extends object>(props: EditorProps<Item, Draft>) {
  const { t } = useTranslation()
  const { item, shownFacts, keep, texts, disable, pick, save, isComplete, children, isReadOnly = false } = props
  const { name, revision, disabled = null } = item
  const edit = useEdit({
    saved: pick(item),
    revision,
    save: (draft: Draft, initial) => save(draft, initial, item),
    onSaved: (saved) => {
      keep(saved)
      showToast({ kind: 'success', title: texts.saved, text: saved.name })
    },
  })
  const { draft, error, isDirty } = edit
  const fields = { draft, onChange: edit.change, isLocked: isReadOnly || disabled !== null, error }
  return (
    <>
      <Detail facts={shownFacts}>
        {disable === undefined ? null : (
          <DisabledBanner name={name} disabled={disabled} onRestore={async () => keep(await disable.onRestore())} />
        )}
        {error === null ? null : <ErrorBanner title={texts.failed} error={error} comfort={t('record.stillHere')} />}
        {children(item, fields, isDirty)}
      </Detail>
      {isReadOnly ? null : <EditBar edit={edit} action={texts.action} isComplete={isComplete(draft)} />}
    </>
  )
}
