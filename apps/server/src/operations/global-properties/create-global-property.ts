import { randomUUID } from 'node:crypto'
import { type GlobalPropertyType, globalPropertyLimits } from '@millrace/contract'
import { createPropertySeal } from '../../platform/auth/property-seal.ts'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { countRecords } from '../records/count-records.ts'
import { create } from '../records/create-record.ts'
import { globalPropertyRecord, type SecretContext } from './global-property.ts'
import { refusePropertyKeeper } from './policy.ts'
import { readValue, refuseSecret } from './read-value.ts'

export interface NewGlobalProperty {
  readonly key: string
  readonly name: string
  readonly description: string
  readonly type: GlobalPropertyType
  /** The value as it was entered. */
  readonly value: string
  readonly isSecret: boolean
  /** Whether it has another value in each environment. */
  readonly isPerEnvironment: boolean
}

/** Creates a global property. @returns its id. */
export async function createGlobalProperty(
  context: SecretContext,
  request: Request,
  { key, name, description, type, value, isSecret, isPerEnvironment }: NewGlobalProperty,
): Promise<string | Refusal> {
  const refusal = refusePropertyKeeper(request.user) ?? (isSecret ? refuseSecret(value) : null)
  if (refusal !== null) return refusal
  const read = isSecret ? null : readValue(type, value)
  if (read instanceof Refusal) return read
  return create(context, request, globalPropertyRecord, async (tx) => {
    if ((await countRecords(tx, request.workplaceId, 'global_property')) >= globalPropertyLimits.properties)
      return refuse(
        'global-property.too-many',
        `Expected at most ${globalPropertyLimits.properties} global properties in a workplace, but there are as many. Delete one first.`,
      )
    return {
      key,
      name,
      description,
      type: isSecret ? 'text' : type,
      value: read?.json ?? null,
      sealed: isSecret ? createPropertySeal(context.secret).close(value) : null,
      handle: isSecret ? randomUUID() : null,
      is_per_environment: isPerEnvironment,
    }
  })
}
