import type { Disabled } from '@millrace/contract'
import { externalSystemList } from '@millrace/contract/lists/external-systems'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { Detail } from '../../components/detail/detail.tsx'
import { DisableButton } from '../../components/record/disable-button.tsx'
import { DisabledBanner } from '../../components/record/disabled-banner.tsx'
import { EditBar } from '../../components/record/edit-bar.tsx'
import { RecordPage } from '../../components/record/record-page.tsx'
import { useEdit } from '../../components/record/use-edit.ts'
import { showToast } from '../../components/toast/show-toast.tsx'
import { describeExternal } from './queries.ts'

interface Kept {
  readonly id: string
  readonly name: string
  readonly revision: number
  readonly disabled: Disabled | null
}

interface Fields<Draft> {
  readonly draft: Draft
  readonly onChange: (part: Partial<Draft>) => void
  readonly isLocked: boolean
  readonly error: unknown
}

interface Props<Thing extends Kept, Draft extends object> {
  readonly query: UseQueryResult<Thing>
  /** Makes an answer what the page shows. */
  readonly keep: (thing: Thing) => void
  readonly help: string
  /** Verb and object. */
  readonly action: string
  readonly disable: { readonly text: string; readonly action: string }
  readonly onDisable: (reason: string) => Promise<Thing>
  readonly onRestore: () => Promise<Thing>
  readonly pick: (thing: Thing) => Draft
  readonly save: (draft: Draft, revision: number, thing: Thing) => Promise<Thing>
  readonly isComplete: (draft: Draft) => boolean
  /** @param isDirty whether something is not saved yet. */
  readonly children: (thing: Thing, fields: Fields<Draft>, isDirty: boolean) => ReactNode
}

/** The page of a part of an external system: what it is, changed and saved, disabled and restored. */
export function EditorPage<Thing extends Kept, Draft extends object>(props: Props<Thing, Draft>) {
  const { t } = useTranslation()
  const { query, keep, help, disable, onDisable } = props
  return (
    <RecordPage
      list={externalSystemList}
      query={query}
      help={help}
      {...describeExternal(t)}
      facts={['updated', 'updatedBy']}
      actions={({ name, disabled }) => (
        <DisableButton
          name={name}
          isDisabled={disabled !== null}
          {...disable}
          onDisable={async (reason) => keep(await onDisable(reason))}
        />
      )}
    >
      {(thing, facts) => (
        // What nobody may save any more is not kept.
        <Editor key={thing.disabled?.at} {...props} thing={thing} facts={facts} />
      )}
    </RecordPage>
  )
}

interface EditorProps<Thing extends Kept, Draft extends object> extends Props<Thing, Draft> {
  readonly thing: Thing
  readonly facts: ReactNode
}

function Editor<Thing extends Kept, Draft extends object>(props: EditorProps<Thing, Draft>) {
  const { t } = useTranslation()
  const { thing, facts, keep, action, onRestore, pick, save, isComplete, children } = props
  const { name, revision, disabled } = thing
  const edit = useEdit({
    saved: pick(thing),
    revision,
    save: (draft: Draft, begun) => save(draft, begun, thing),
    onSaved: (saved) => {
      keep(saved)
      showToast({ kind: 'success', title: t('externalSystems.saved'), text: saved.name })
    },
  })
  const { draft, error, isDirty } = edit
  const fields = { draft, onChange: edit.change, isLocked: disabled !== null, error }
  return (
    <>
      <Detail facts={facts}>
        <DisabledBanner name={name} disabled={disabled} onRestore={async () => keep(await onRestore())} />
        {error === null ? null : (
          <ErrorBanner title={t('externalSystems.saveFailed')} error={error} comfort={t('record.stillHere')} />
        )}
        {children(thing, fields, isDirty)}
      </Detail>
      <EditBar edit={edit} action={action} isComplete={isComplete(draft)} />
    </>
  )
}
