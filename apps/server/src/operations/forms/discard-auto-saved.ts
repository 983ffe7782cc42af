import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { discardDesign } from '../designs/design-auto-saves.ts'
import type { OperationContext } from '../operation-context.ts'
import type { FormRef } from './form.ts'
import { formDesigns } from './form-designs.ts'

/** Throws away what the user has not saved of a design. Null when it is done, or there was nothing. */
export async function discardAutoSaved(context: OperationContext, user: User, ref: FormRef): Promise<Refusal | null> {
  return discardDesign(context, user, formDesigns, ref)
}
