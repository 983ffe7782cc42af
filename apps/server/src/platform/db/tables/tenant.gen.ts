// Written by scripts/generate-db-types.ts: do not edit.
export interface Tenant {
  id: string;
  name: string | null;
  workplace_id: string;
}
