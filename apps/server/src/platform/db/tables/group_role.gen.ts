// Written by scripts/generate-db-types.ts: do not edit.
export interface GroupRole {
  group_id: string;
  role: string;
  workplace_id: string;
}
