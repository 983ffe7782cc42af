// Written by scripts/generate-db-types.ts: do not edit.
export interface TenantMember {
  group_id: string | null;
  tenant_id: string;
  user_id: string | null;
  workplace_id: string;
}
