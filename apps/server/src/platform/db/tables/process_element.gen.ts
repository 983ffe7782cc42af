// Written by scripts/generate-db-types.ts: do not edit.
export interface ProcessElement {
  definition_id: string;
  element_key: string;
  name: string | null;
  type: string;
  workplace_id: string;
}
