import { presentProblem, type RuntimeField } from '@millrace/forms'
import { memo, useCallback, useSyncExternalStore } from 'react'
import { fieldComponents } from './field-registry.ts'
import type { FieldSnapshot } from './form-store.ts'
import { inputId, useFormView } from './form-view-context.ts'
import { ReadOnlyValue } from './read-only-value.tsx'

/** One field of the form, as an input or as data. Drawn again only when its own snapshot changes. */
export const FieldNode = memo(function FieldNode({ fieldKey }: { fieldKey: string }) {
  const { store, isReadOnly } = useFormView()
  const snapshot = useSyncExternalStore(store.subscribe, () => store.getField(fieldKey))
  const field = store.getDefinition(fieldKey)
  if (isReadOnly || snapshot.state.readOnly) return <ReadOnlyValue field={field} snapshot={snapshot} />
  return <FieldInput field={field} snapshot={snapshot} />
})

function FieldInput({ field, snapshot }: { field: RuntimeField; snapshot: FieldSnapshot }) {
  const { formId, store, leave, language } = useFormView()
  const { entry, value, state, faults } = snapshot
  const { key, type, node } = field
  const onEntry = useCallback((next: unknown) => store.setEntry(key, next), [store, key])
  const onLeave = useCallback(() => leave(key), [leave, key])
  const Field = fieldComponents[type]
  return (
    <Field
      field={field}
      id={inputId(formId, node)}
      entry={entry}
      value={value}
      faults={faults}
      error={faults[0] === undefined ? undefined : presentProblem(faults[0], language)}
      isRequired={state.required}
      isDisabled={!state.enabled}
      onEntry={onEntry}
      onLeave={onLeave}
    />
  )
}
