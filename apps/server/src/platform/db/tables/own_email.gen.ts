// Written by scripts/generate-db-types.ts: do not edit.
export interface OwnEmail {
  email: string;
  user_id: string;
  workplace_id: string;
}
