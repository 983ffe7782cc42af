// Written by scripts/generate-db-types.ts: do not edit.
export interface DirectoryMember {
  directory_id: string;
  group_id: string;
  user_id: string;
  workplace_id: string;
}
