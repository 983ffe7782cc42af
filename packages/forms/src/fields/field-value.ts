/**
 * The values of fields, as rules and callers see them. An empty field is null.
 *
 * | field | value | in JSON | |---|---|---| | text, textarea, masked, password, email, url, phone, select, radio |
 * string | the same | | rich-text | string: HTML of few elements | the same | | check-list, multi-select, tags, ranking
 * | list of strings, never empty | the same | | user, group, role | string, or a list of strings where several may be
 * chosen | the same | | number, currency | number, or bigint for whole numbers beyond 2^53 | number, or the digits as a
 * string | | rating, slider | number | the same | | hidden, computed | string, number or boolean | the same | |
 * signature | string: a picture as `data:` address | the same | | time | `hh:mm` | the same | | date-range | `DayRange`
 * | the same | | date | `YYYY-MM-DD`, a day without a time zone | the same | | date-time | an instant, ISO 8601 in UTC
 * with milliseconds | the same | | checkbox | boolean | the same | | file, image | list of `FileValue` | the same | |
 * variables | list of `VariableRow` | the same |
 *
 * Bigints exist because a 64-bit `Long` of a process does not fit a double: rounding a key or an account number
 * silently is worse than a second type. Arithmetic on them is the expression language's business.
 */
export type FieldValue =
  | string
  | number
  | bigint
  | boolean
  | readonly string[]
  | DayRange
  | readonly FileValue[]
  | readonly VariableRow[]
  | null

/** The first and the last of some days, both `YYYY-MM-DD`. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

/** A file that has been uploaded. */
export interface FileValue {
  /** Names the upload on the server. */
  readonly id: string
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** The MIME type according to the browser; the server checks the content. */
  readonly type: string
}

/** A value that the user adds by name. */
export interface VariableRow {
  readonly name: string
  readonly type: VariableRowType
  /** The value of that type as the matching field has it. */
  readonly value: string | number | bigint | boolean | null
}

export type VariableRowType = 'String' | 'Long' | 'Double' | 'Boolean' | 'Date'

/** A process variable: a type name of Camunda 7 with a fitting value. Files are transferred separately. */
export interface TypedVariable {
  readonly type: string
  readonly value: string | number | bigint | boolean | null
}

export interface NamedVariable extends TypedVariable {
  readonly name: string
}
