// Written by scripts/generate-db-types.ts: do not edit.
export interface GivenTaskId {
  given: string;
  id: string;
  workplace_id: string;
}
