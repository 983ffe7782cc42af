import type { Request } from '../../platform/auth/request.ts'
import { hidingFrom } from '../../platform/auth/restricted.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { findKey, needFor } from '../process-reference.ts'

/**
 * Checks that the user may write variables of an instance without the forms of its process. Returns null if so,
 * otherwise a refusal.
 */
export function refuseVariables(
  context: OperationContext,
  request: Request,
  instanceId: string,
): Promise<Refusal | null> {
  const gone = () => refuse('thing.not-found', 'Expected an object with variables, but it was deleted.')
  return needFor(context, request, 'instances.operate', { thing: { kind: 'instance', id: instanceId }, gone })
}

/**
 * Checks that the user may read the variables that are about to be written or removed without a form: users cannot
 * replace restricted variables that they do not see. Returns null if so, otherwise a refusal.
 */
export async function refuseRestricted(
  { db }: Pick<OperationContext, 'db'>,
  request: Request,
  instanceId: string,
  names: readonly string[],
): Promise<Refusal | null> {
  const isHidden = hidingFrom(request.user)
  // Most users have the right, or write nothing that needs it: the process is not looked up for them.
  if (!names.some((name) => isHidden(name, null))) return null
  const key = await db.read(request, (tx) => findKey(tx, request.user, { kind: 'instance', id: instanceId }))
  const hidden = names.find((name) => isHidden(name, key ?? null))
  if (hidden === undefined) return null
  return refuse(
    'right.missing',
    `Expected the permission “See restricted variables” for the variable “${hidden}”, but you do not have it. Nothing was changed. Ask an administrator for a role with it.`,
  )
}

/**
 * Checks that a migration to another process shows the user no restricted variables that its process hides from them.
 * Returns null if so, otherwise a refusal.
 */
export function refuseShowing(
  { user }: Request,
  { source, target }: { readonly source: { readonly key: string }; readonly target: { readonly key: string } },
): Refusal | null {
  const isHidden = hidingFrom(user)
  const shown = user.restricted?.find((name) => isHidden(name, source.key) && !isHidden(name, target.key))
  if (shown === undefined) return null
  return refuse(
    'right.missing',
    `Expected the permission “See restricted variables” for the process “${source.key}”, because “${target.key}” would show you its variables, but you do not have it. Nothing was changed. Ask an administrator for a role with it.`,
  )
}
