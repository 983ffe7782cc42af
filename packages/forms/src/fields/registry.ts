import type { CommonProps } from '../document/common-props.ts'
import type { PropertySpecs, Props, PropsOf } from '../document/property.ts'
import type { FieldType } from '../document/types.ts'
import { checkList } from './check-list.ts'
import { checkbox } from './checkbox.ts'
import { computed } from './computed.ts'
import { currency } from './currency.ts'
import { dataList } from './data-list.ts'
import { date } from './date.ts'
import { dateRange } from './date-range.ts'
import { dateTime } from './date-time.ts'
import { email } from './email.ts'
import type { EntryContext, FieldDefinition } from './field-definition.ts'
import type { FieldValue } from './field-value.ts'
import { file } from './file.ts'
import { fileLookUp } from './file-look-up.ts'
import { group } from './group.ts'
import { hidden } from './hidden.ts'
import { image } from './image.ts'
import { masked } from './masked.ts'
import { multiSelect } from './multi-select.ts'
import { number } from './number.ts'
import { password } from './password.ts'
import type { NamedKind } from './people.ts'
import { phone } from './phone.ts'
import { radio } from './radio.ts'
import { ranking } from './ranking.ts'
import { rating } from './rating.ts'
import { restLookUp } from './rest-look-up.ts'
import { richText } from './rich-text.ts'
import { role } from './role.ts'
import { select } from './select.ts'
import { signature } from './signature.ts'
import { slider } from './slider.ts'
import { sqlLookUp } from './sql-look-up.ts'
import { tags } from './tags.ts'
import { text } from './text.ts'
import { textarea } from './textarea.ts'
import { time } from './time.ts'
import { url } from './url.ts'
import { user } from './user.ts'
import { variables } from './variables.ts'

/** A field of any type. Pass to its methods only values that its own `read` returned. */
export type AnyField = FieldDefinition<PropertySpecs, FieldValue>

const fieldDefinitions = {
  text,
  textarea,
  'rich-text': richText,
  password,
  masked,
  email,
  url,
  phone,
  number,
  currency,
  slider,
  rating,
  date,
  time,
  'date-time': dateTime,
  'date-range': dateRange,
  checkbox,
  select,
  radio,
  'multi-select': multiSelect,
  'check-list': checkList,
  tags,
  ranking,
  user,
  group,
  role,
  'data-list': dataList,
  'rest-look-up': restLookUp,
  'sql-look-up': sqlLookUp,
  'file-look-up': fileLookUp,
  file,
  image,
  signature,
  variables,
  hidden,
  computed,
} satisfies Record<FieldType, AnyField>

/** All types of fields with a value. */
export const fieldTypes = Object.keys(fieldDefinitions) as readonly FieldType[]

/** Returns the definition of a type of field. */
export function getFieldDefinition(type: FieldType): AnyField {
  return fieldDefinitions[type]
}

/** The properties of a field of this type. */
export type FieldProps<T extends FieldType> = CommonProps & PropsOf<(typeof fieldDefinitions)[T]['props']>

/**
 * Returns the properties of a field, typed.
 *
 * @throws Error when the field is of another type.
 */
export function propsOf<T extends FieldType>(
  field: { readonly type: FieldType; readonly props: Props },
  type: T,
): FieldProps<T> {
  if (field.type !== type) throw new Error(`Expected a field of type ${type}, but found ${field.type}.`)
  return field.props as FieldProps<T>
}

/** Converts a value to the entry of its input: a text if users type it, otherwise its JSON value. */
export function toEntry(
  field: { readonly type: FieldType; readonly props: Props },
  value: FieldValue,
  context: EntryContext,
): unknown {
  const definition = getFieldDefinition(field.type)
  if (value === null) return null
  return definition.isTyped === true ? definition.present(value, field.props, context) : definition.toJson(value)
}

/** Returns whether values of a type are uploads. */
export function holdsFiles(type: FieldType): boolean {
  return getFieldDefinition(type).holdsFiles === true
}

/**
 * Returns the kind of object that a field of a type refers to, such as users; null for a type that refers to no
 * objects.
 */
export function namedBy(type: FieldType): NamedKind | null {
  return getFieldDefinition(type).names ?? null
}

/** Returns whether nodes of a type have a value. */
export function isFieldType(type: string): type is FieldType {
  return Object.hasOwn(fieldDefinitions, type)
}
