import type { UserPropertyFields } from '@millrace/contract'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { findMissing } from './find-missing.ts'
import { readPropertyValue } from './read-property-value.ts'

/**
 * Returns the columns of the fields of a property. Refuses with `user-property.invalid` where settings contradict each
 * other.
 */
export async function propertyColumns(tx: Tx, workplaceId: string, fields: UserPropertyFields) {
  const { name, key, type, isRequired, isUnique, defaultDescription, viewers, editors } = fields
  const choices = type === 'choice' ? [...fields.choices] : []
  const refusal = refuseContradiction({ ...fields, choices })
  if (refusal !== null) return refusal
  const defaultValue = await readDefault(tx, workplaceId, { ...fields, choices })
  if (defaultValue instanceof Refusal) return defaultValue
  return {
    name,
    key,
    type,
    is_required: isRequired,
    is_unique: isUnique,
    choices,
    default_value: defaultValue,
    default_description: defaultDescription,
    viewers,
    editors,
  }
}

function refuseContradiction({ type, choices, isUnique, defaultValue, viewers, editors }: UserPropertyFields) {
  if (type === 'choice' && choices.length === 0)
    return invalid('choices', 'Expected at least one choice, but there is none.')
  if (new Set(choices.map((choice) => choice.toLowerCase())).size < choices.length)
    return invalid('choices', 'Expected different choices, but one is there twice.')
  if (isUnique && defaultValue !== '')
    return invalid('defaultValue', 'Expected no default value, but the values of this property are unique.')
  if (viewers === 'administrators' && editors === 'user')
    return invalid('editors', 'Expected user administrators, but users would edit a value that they cannot see.')
  return null
}

async function readDefault(tx: Tx, workplaceId: string, fields: UserPropertyFields): Promise<string | Refusal> {
  if (fields.defaultValue === '') return ''
  const read = readPropertyValue(fields, fields.defaultValue)
  if ('fault' in read) return invalid('defaultValue', read.fault)
  const [missing] = await findMissing(tx, workplaceId, [{ type: fields.type, value: read.value }])
  return missing === undefined ? read.value : invalid('defaultValue', missing.fault)
}

function invalid(where: string, message: string): Refusal {
  return refuse('user-property.invalid', message, [{ where, message }])
}
