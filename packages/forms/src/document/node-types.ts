import { isFieldKey } from './field-key.ts'
import { documentLimits } from './limits.ts'
import { code, condition, expression, text, value } from './properties.ts'
import type { PropertySpecs, PropsOf } from './property.ts'
import type { LayoutType } from './types.ts'

/** The properties that every field has. */
export const commonFieldProps = {
  label: text({ isRequired: true }),
  help: text(),
  /** Shown. A field that is not shown is neither read nor checked, and counts as empty for other fields. */
  visible: condition(),
  /** Can be filled now. Otherwise it is shown greyed, and neither read nor checked. */
  enabled: condition(),
  required: condition(),
  /** Shown as data. */
  readOnly: condition(),
  /** The value when the process has none yet: as the field reads it, or `=FEEL`. */
  defaultValue: value(),
  /** FEEL over all values of the form; the value is at fault when the answer is false. */
  check: expression(),
  checkMessage: text(),
  /** The process variable behind the field, when its name is not the key. */
  variable: code(documentLimits.key, (name) => (isFieldKey(name) ? null : 'a name of visible characters')),
}

export type CommonProps = PropsOf<typeof commonFieldProps>

const sharedLayoutProps = { visible: condition() }

/** Nodes that only arrange, and whether they hold others. Their conditions hold for all that is inside. */
const layoutDefinitions = {
  section: {
    isContainer: true,
    props: { ...sharedLayoutProps, label: text(), help: text(), enabled: condition(), readOnly: condition() },
  },
  'static-text': {
    isContainer: false,
    props: { ...sharedLayoutProps, text: text({ isRequired: true, max: documentLimits.text * 10 }) },
  },
} satisfies Record<LayoutType, LayoutDefinition>

interface LayoutDefinition {
  readonly isContainer: boolean
  readonly props: PropertySpecs
}

/** The definition of a type of node that holds no value. */
export function getLayoutDefinition(type: LayoutType): LayoutDefinition {
  return layoutDefinitions[type]
}

/** True for the types that arrange. */
export function isLayoutType(type: string): type is LayoutType {
  return Object.hasOwn(layoutDefinitions, type)
}
