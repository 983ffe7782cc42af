// Written by scripts/generate-db-types.ts: do not edit.
export interface SearchGram {
  grams: string[];
  kind: string;
  thing_id: string;
  workplace_id: string;
}
