// Written by scripts/generate-db-types.ts: do not edit.
export interface RoleDashboard {
  cards: string[];
  hidden: string[];
  role: string;
  workplace_id: string;
}
