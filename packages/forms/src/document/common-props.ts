import { isFieldKey } from './field-key.ts'
import { documentLimits, valueLimits } from './limits.ts'
import { choice, code, condition, expression, flag, integer, text, value, words } from './properties.ts'
import type { PropsOf } from './property.ts'

/**
 * The properties that all nodes have for their visibility. A hidden node is neither read nor validated, and counts as
 * empty for expressions.
 */
export const shownProps = {
  visible: condition(),
  /** Names of roles and keys of groups: other users see neither the field nor its value. */
  visibleFor: words(documentLimits.names),
}

/** Properties of all fields and lists. */
const valueProps = {
  ...shownProps,
  label: text({ isRequired: true }),
  help: text(),
  /** Can be filled now. Otherwise it is shown greyed, and neither read nor checked. */
  enabled: condition(),
  /** The users who can edit the field; others see it as data. */
  enabledFor: words(documentLimits.names),
  required: condition(),
  /** Users who must fill in the field, also when the condition is false. */
  requiredFor: words(documentLimits.names),
  /** Shown as data. */
  readOnly: condition(),
  /** The value when the process has none yet, or of a new row: as it is read, or `=FEEL`. */
  defaultValue: value(),
  /** FEEL over the row it is in and all around it; the value is at fault when the answer is false. */
  check: expression(),
  checkMessage: text(),
  /** The process variable behind it, when its name is not the key. Not inside of lists and containers with a key. */
  variable: code(documentLimits.key, (name) => (isFieldKey(name) ? null : 'a name of visible characters')),
}

/** The properties that every field has. */
export const commonFieldProps = {
  ...valueProps,
  /** FEEL that calculates the value, again after each change of a value that it reads. Users cannot edit the field. */
  computed: expression(),
  /**
   * FEEL whose result is written into the field when a user changes a value that it reads. Users can edit the result,
   * and the initial value stays until then.
   */
  setTo: expression(),
}

export type CommonProps = PropsOf<typeof commonFieldProps>

/** The properties that every list has. `required` asks for one row at least. */
export const commonListProps = {
  ...valueProps,
  min: integer(0, valueLimits.listRows),
  max: integer(1, valueLimits.listRows),
  /** Fields of a row, by their paths, whose values no two rows may share, compared without regard to case. */
  unique: words(20),
  /** Rows can be neither added, removed nor moved. */
  fixed: flag(),
  /** The name of one row, shown before its number. */
  rowLabel: text({ max: 100 }),
  /** The label of the button that adds a row. */
  addLabel: text({ max: 100 }),
}

/** The properties of a repeater. */
export const repeaterProps = {
  ...commonListProps,
  /** Two rows may have the same values in all fields. Without it, and without `unique`, they may not. */
  allowDuplicates: flag(),
}

/** The properties of a grid. */
export const gridProps = {
  ...commonListProps,
  /**
   * Whether rows are edited in place, or in a drawer next to the form, with a summary in the table; `inline` when
   * missing.
   */
  edit: choice(['inline', 'drawer']),
  /** Fields of a row whose sums are below the table. */
  totals: words(20),
}

/** The properties of both kinds of lists. */
export type ListProps = PropsOf<typeof gridProps> & PropsOf<typeof repeaterProps>

/** The properties that every container has. Its conditions apply to all nodes inside it. */
export const commonContainerProps = {
  ...shownProps,
  label: text(),
  help: text(),
  enabled: condition(),
  enabledFor: words(documentLimits.names),
  readOnly: condition(),
}
