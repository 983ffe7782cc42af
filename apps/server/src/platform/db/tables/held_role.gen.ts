// Written by scripts/generate-db-types.ts: do not edit.
export interface HeldRole {
  role: string | null;
  user_id: string | null;
  workplace_id: string | null;
}
