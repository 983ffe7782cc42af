import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../platform/auth/user.ts'

/**
 * Returns SQL conditions that limit a query to the tenants that a user sees, and to rows without a tenant; an empty
 * list when the user sees all tenants.
 *
 * @param tenant the expression of the tenant in the query.
 */
export function withinTenants({ seesTenants = null }: Person, tenant: RawBuilder<unknown>): RawBuilder<boolean>[] {
  if (seesTenants === null) return []
  return [sql<boolean>`(${tenant} is null or ${tenant} = any(${seesTenants}::text[]))`]
}

/** Returns whether a user sees a tenant; null: what belongs to no tenant, which everybody sees. */
export function isWithinTenants({ seesTenants = null }: Person, tenant: string | null): boolean {
  return tenant === null || seesTenants === null || seesTenants.includes(tenant)
}
