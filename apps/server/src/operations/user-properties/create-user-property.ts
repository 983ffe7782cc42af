import { type UserPropertyFields, userPropertyLimits } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { countRecords } from '../records/count-records.ts'
import { create } from '../records/create-record.ts'
import { propertyColumns } from './property-columns.ts'
import { userPropertyRecord } from './user-property.ts'

/** Creates a user property. @returns its id. */
export function createUserProperty(
  context: OperationContext,
  request: Request,
  fields: UserPropertyFields,
): Promise<string | Refusal> {
  return create(context, request, userPropertyRecord, async (tx) => {
    if ((await countRecords(tx, request.workplaceId, 'user_property')) >= userPropertyLimits.properties)
      return refuse(
        'user-property.too-many',
        `Expected at most ${userPropertyLimits.properties} user properties in a workplace, and this number is reached. Change a disabled one instead.`,
      )
    return propertyColumns(tx, request.workplaceId, fields)
  })
}
