// Written by scripts/generate-db-types.ts: do not edit.
export interface GroupReach {
  group_id: string;
  via_id: string;
  workplace_id: string;
}
