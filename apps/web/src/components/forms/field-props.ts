import type { Fault, FieldValue, NodeInstance, Option, RuntimeField } from '@millrace/forms'

/** The props of a field component. It shows `entry` and reports the user's input; it has no value of its own. */
export interface FieldProps {
  readonly field: RuntimeField
  /** The field in its row. */
  readonly instance: NodeInstance
  readonly id: string
  readonly entry: unknown
  /** For a field with options: those that are offered now. */
  readonly options: readonly Option[]
  /** The value of the entry; null when the entry cannot be read. */
  readonly value: FieldValue
  readonly faults: readonly Fault[]
  /** The sentence of the first fault. */
  readonly error: string | undefined
  readonly isRequired: boolean
  readonly isDisabled: boolean
  onEntry(entry: unknown): void
  /** The user left the field: its faults may be shown. */
  onLeave(): void
}

/** Returns a field's text property, when the document states it. */
export function textOf(field: RuntimeField, name: 'label' | 'help' | 'placeholder' | 'unit'): string | undefined {
  const text = field.props[name]
  return typeof text === 'string' ? text : undefined
}

/** Returns the props that Mantine's inputs share: label above, help below, and an error in place of the help. */
export function presentWrapper({ field, id, error, isRequired, isDisabled }: FieldProps) {
  return {
    id,
    label: textOf(field, 'label'),
    description: error === undefined ? textOf(field, 'help') : undefined,
    error,
    required: isRequired,
    disabled: isDisabled,
    inputWrapperOrder: ['label', 'input', 'error', 'description'] as ('label' | 'input' | 'error' | 'description')[],
  }
}

/** Returns an entry as a text input shows it. */
export function presentEntry(entry: unknown): string {
  if (entry === null || entry === undefined) return ''
  return typeof entry === 'object' ? JSON.stringify(entry) : String(entry)
}
