import type { Property } from '@millrace/forms'

/** The props of the editor of a property. It shows `value` from the design and reports changes. */
export interface EditorProps {
  readonly id: string
  /** The node that has the property. */
  readonly node: string
  readonly name: string
  readonly label: string
  readonly spec: Property<unknown>
  readonly value: unknown
  /** The sentence of what is wrong with it; empty when nothing is. */
  readonly error: string
  /** A warning that the value may have another meaning than intended. */
  readonly warning: string
  /** Undefined takes the property away. */
  readonly onChange: (value: unknown) => void
}
