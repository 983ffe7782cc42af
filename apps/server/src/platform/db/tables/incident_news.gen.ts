// Written by scripts/generate-db-types.ts: do not edit.
export interface IncidentNews {
  group_id: string;
  incident_id: string;
  workplace_id: string;
}
