// Written by scripts/generate-db-types.ts: do not edit.
export interface TaskBatchItem {
  batch_id: string;
  code: string | null;
  message: string | null;
  name: string;
  position: number;
  state: string;
  /**
   * The thing that something is done to: a task, or an incident of the cause that the batch is about.
   */
  task_id: string;
  workplace_id: string;
}
