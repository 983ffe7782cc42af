// Written by scripts/generate-db-types.ts: do not edit.
export interface PreferredView {
  list: string;
  user_id: string;
  view_id: string;
  workplace_id: string;
}
