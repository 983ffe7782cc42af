import { Skeleton } from '@mantine/core'
import { type NodeInstance, presentProblem } from '@millrace/forms'
import { memo, Suspense, useCallback } from 'react'
import { fieldComponents } from './field-registry.ts'
import { inputId, useFormView } from './form-view-context.ts'
import { fieldOf, optionsOf } from './instance-data.ts'
import type { NodeSnapshot } from './node-snapshot.ts'
import { ReadOnlyValue } from './read-only-value.tsx'
import { useSnapshot } from './use-node.ts'

/** A field in a row, as an input or as data. Rendered again only when its own snapshot changes. */
export const FieldNode = memo(function FieldNode({ instance }: { instance: NodeInstance }) {
  const { isReadOnly } = useFormView()
  const snapshot = useSnapshot(instance)
  const isComputed = instance.planned.rule.computed !== undefined
  if (isReadOnly || snapshot.state.readOnly || isComputed)
    return <ReadOnlyValue instance={instance} snapshot={snapshot} />
  return <FieldInput instance={instance} snapshot={snapshot} />
})

function FieldInput({ instance, snapshot }: { instance: NodeInstance; snapshot: NodeSnapshot }) {
  const { formId, store, leave, language } = useFormView()
  const { entry, value, state, faults } = snapshot
  const field = fieldOf(instance)
  const onEntry = useCallback((next: unknown) => store.setEntry(instance, next), [store, instance])
  const onLeave = useCallback(() => leave(instance), [leave, instance])
  const Field = fieldComponents[field.type]
  return (
    <Suspense fallback={<Skeleton height={50} />}>
      <Field
        field={field}
        instance={instance}
        id={inputId(formId, instance.id)}
        entry={entry}
        options={snapshot.options ?? optionsOf(field)}
        value={value}
        faults={faults}
        error={faults[0] === undefined ? undefined : presentProblem(faults[0], language)}
        isRequired={state.required}
        isDisabled={!state.enabled}
        onEntry={onEntry}
        onLeave={onLeave}
      />
    </Suspense>
  )
}
