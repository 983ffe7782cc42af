import { isWithinTenants } from '../../operations/tenants/within-tenants.ts'
import type { Request } from '../../platform/auth/request.ts'
import { refuse } from '../../platform/errors/refusal.ts'
import type { TenantChoice } from '../../runtime/start/waiting-starts.ts'
import { presentRefusal } from './present-refusal.ts'

/**
 * Returns the tenant of a change by the key of a process. A user who only sees some tenants has to name one of them, or
 * none at all.
 *
 * @throws RestRefusal for all tenants, or a tenant that the user does not see.
 */
export function checkTenantChoice({ user }: Request, tenant: TenantChoice): TenantChoice {
  const isAllowed = tenant === undefined ? user.seesTenants == null : isWithinTenants(user, tenant)
  if (isAllowed) return tenant
  throw presentRefusal(
    refuse(
      'right.missing',
      'Expected processDefinitionTenantId with a tenant that you are a member of, or processDefinitionWithoutTenantId, because you do not see all tenants.',
    ),
  )
}
