// Written by scripts/generate-db-types.ts: do not edit.
export interface DashboardLayout {
  cards: string[];
  hidden: string[];
  user_id: string;
  workplace_id: string;
}
