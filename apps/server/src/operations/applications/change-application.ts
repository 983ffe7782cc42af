import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { change } from '../records/change-record.ts'
import { type ApplicationDetails, applicationRecord } from './application.ts'
import { findCategoryId } from './category.ts'

export interface ApplicationChange extends ApplicationDetails {
  readonly id: string
  /** The revision that the user has seen; undefined to change any revision. */
  readonly revision: number | undefined
}

/** Changes name, key, description and category of an application. @returns null on success. */
export function changeApplication(
  context: OperationContext,
  request: Request,
  { id, name, key, description, category, revision }: ApplicationChange,
): Promise<Refusal | null> {
  return change(context, request, applicationRecord, {
    ref: id,
    revision,
    columns: async (tx) => {
      const found = await findCategoryId(tx, request.workplaceId, category)
      return found instanceof Refusal ? found : { name, key, description, category_id: found.id }
    },
  })
}
