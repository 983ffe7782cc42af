import type { Moving } from './moving.ts'

/** Returns whether a row belongs to a tenant that is not moved. Rows without a tenant belong to all of them. */
export function isOfOtherTenant({ tenants }: Pick<Moving, 'tenants'>, tenantId: string | null | undefined): boolean {
  return tenants !== null && tenantId != null && !tenants.has(tenantId)
}
