import type { User } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { needRole } from '../rights.ts'
import type { FormRow } from './form.ts'

/** Null when the user may design. */
export function refuseDesigner(user: User): Refusal | null {
  return needRole(user, ['RoleDesign'])
}

/** Null when the user may change that form, or its design. */
export function refuseForm(
  user: User,
  form: Pick<FormRow, 'name' | 'disabled_at' | 'disabled_reason'>,
): Refusal | null {
  const refusal = refuseDesigner(user)
  if (refusal !== null || form.disabled_at === null) return refusal
  return refuse(
    'form.disabled',
    `Expected a form that is in use, but “${form.name}” is disabled: ${form.disabled_reason}. Restore it first.`,
  )
}
