import { findTenant, type TenantReference } from '../../operations/tenants/find-tenant.ts'
import { isWithinTenants } from '../../operations/tenants/within-tenants.ts'
import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { asId } from '../query/filters.ts'
import type { Asked } from './readers.ts'

/**
 * Checks, before the body is read, that the object in a path belongs to no tenant that is hidden from the user: such an
 * object is reported as not found. Returns null on success, otherwise a refusal.
 */
export async function refuseTenantOf(
  path: string,
  request: Request,
  { context, path: given }: Asked,
): Promise<Refusal | null> {
  const { user } = request
  if (user.seesTenants == null) return null
  // The finders of definitions by key report the key and the tenant.
  const kind = kinds.find(([pattern]) => pattern.test(path))?.[1]
  if (kind === undefined) return null
  const tenant = await context.db.read(request, (tx) => findTenant(tx, user, { kind, id: asId(given.id ?? '') }))
  return isWithinTenants(user, tenant)
    ? null
    : refuse('thing.not-found', 'Expected something that you may see, but there is none with this id.')
}

const kinds: readonly (readonly [RegExp, TenantReference['kind']])[] = [
  [/^\/(history\/)?process-definition\/:id/, 'process'],
  [/^\/decision-definition\/:id/, 'decision'],
  [/^\/(history\/)?decision-requirements-definition\/:id/, 'requirements'],
  [/^\/deployment\/:id/, 'deployment'],
  [/^\/(history\/)?process-instance\/:id/, 'instance'],
  [/^\/execution\/:id/, 'execution'],
  [/^\/task\/:id/, 'task'],
  [/^\/external-task\/:id/, 'externalTask'],
  [/^\/job\/:id/, 'job'],
  [/^\/job-definition\/:id/, 'jobDefinition'],
  [/^\/incident\/:id/, 'incident'],
  [/^\/variable-instance\/:id/, 'variable'],
  [/^\/history\/variable-instance\/:id/, 'pastVariable'],
  [/^\/history\/activity-instance\/:id/, 'pastElement'],
  [/^\/(history\/)?batch\/:id/, 'batch'],
]
