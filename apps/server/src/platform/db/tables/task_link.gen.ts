// Written by scripts/generate-db-types.ts: do not edit.
export interface TaskLink {
  group_id: string | null;
  task_id: string;
  type: string;
  user_id: string | null;
  workplace_id: string;
}
