// Written by scripts/generate-db-types.ts: do not edit.
export interface GroupMember {
  group_id: string;
  user_id: string;
  workplace_id: string;
}
