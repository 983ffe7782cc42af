// Written by scripts/generate-db-types.ts: do not edit.
export interface TaskBatchItem {
  batch_id: string;
  code: string | null;
  message: string | null;
  name: string;
  position: number;
  state: string;
  task_id: string;
  workplace_id: string;
}
