import type { RuntimeDocument } from '../compile/runtime-document.ts'
import { createRecord, isPlainObject } from '../document/plain-object.ts'
import type { EntryContext } from '../fields/field-definition.ts'
import type { FieldValue, FormValues } from '../fields/field-value.ts'
import { getFieldDefinition } from '../fields/registry.ts'
import type { Problem } from '../messages/catalogue.ts'

export interface ReadForm {
  /** The fields that were given and could be read. */
  readonly values: FormValues
  readonly problems: readonly Problem[]
}

/**
 * Reads values of unknown origin, as JSON carries them or as they were typed. Fields that are not given are left out;
 * names that the form does not have are problems, and so is every value that its field cannot read.
 */
export function readValues(form: RuntimeDocument, input: unknown, context: EntryContext): ReadForm {
  if (!isPlainObject(input)) return { values: createRecord(), problems: [{ field: '', code: 'form.invalid' }] }
  const fields = new Map(form.fields.map((field) => [field.key, field]))
  const values = createRecord<FieldValue>()
  const problems: Problem[] = []
  for (const key of Object.keys(input)) {
    if (fields.has(key)) continue
    problems.push({ field: key.slice(0, 100), code: 'form.unknown-field' })
    if (problems.length >= unknownLimit) return { values, problems }
  }
  for (const { key, type, props } of form.fields) {
    if (!Object.hasOwn(input, key)) continue
    const read = getFieldDefinition(type).read(input[key], props, context)
    if (read.ok) values[key] = read.value
    else problems.push({ field: key, ...read.fault })
  }
  return { values, problems }
}

// Beyond this the sender is not mistaken, and a list of its names helps nobody.
const unknownLimit = 20
