// Written by scripts/generate-db-types.ts: do not edit.
export interface InstanceReader {
  instance_id: string | null;
  reader: string | null;
  root_id: string | null;
  workplace_id: string | null;
}
