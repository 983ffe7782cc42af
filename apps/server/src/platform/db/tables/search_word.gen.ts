// Written by scripts/generate-db-types.ts: do not edit.
export interface SearchWord {
  kind: string;
  thing_id: string;
  word: string;
  workplace_id: string;
}
