// Written by scripts/generate-db-types.ts: do not edit.
export interface FormerDefinition {
  history_level: string;
  history_time_to_live: number | null;
  id: string;
  key: string;
  name: string | null;
  restricted_variables: string[] | null;
  version: number;
  workplace_id: string;
}
