import { isOfOtherTenant } from '../is-of-other-tenant.ts'
import { moveRows } from '../move-rows.ts'
import type { Moving } from '../moving.ts'

interface TenantMemberRow {
  readonly id_: string
  readonly tenant_id_: string
  readonly user_id_: string | null
  readonly group_id_: string | null
}

/** Moves tenants with their members. They become tenants of the workplace. */
export async function moveTenants(moving: Moving): Promise<void> {
  const { actor, source } = moving
  const { workplaceId } = actor
  const all = await source.select<{ id_: string; name_: string | null }>('act_id_tenant', 'true order by id_')
  const tenants = all.filter(({ id_ }) => !isOfOtherTenant(moving, id_))
  await moveRows(moving, {
    kind: 'tenant',
    title: 'tenants',
    rows: tenants,
    idOf: ({ id_ }) => id_,
    write: ({ id_, name_ }) => [
      {
        name: 'tenant_move',
        text: 'insert into tenant (workplace_id, id, name) values ($1, $2, $3) on conflict do nothing',
        values: [workplaceId, id_, name_],
      },
    ],
  })
  const allMembers = await source.select<TenantMemberRow>('act_id_tenant_member', 'true order by id_')
  const members = allMembers.filter(({ tenant_id_ }) => !isOfOtherTenant(moving, tenant_id_))
  await moveRows(moving, {
    kind: 'tenant-member',
    title: 'tenant memberships',
    rows: members,
    idOf: ({ id_ }) => id_,
    write: ({ tenant_id_, user_id_, group_id_ }) => [
      {
        name: 'tenant_member_move',
        text: 'insert into tenant_member (workplace_id, tenant_id, user_id, group_id) values ($1, $2, $3, $4) on conflict do nothing',
        values: [workplaceId, tenant_id_, user_id_, group_id_],
      },
    ],
  })
}
