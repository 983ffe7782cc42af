// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface TaskComment {
  created_at: Timestamp;
  edited_at: Timestamp | null;
  id: string;
  instance_id: string | null;
  message: string;
  root_id: string | null;
  task_id: string | null;
  user_id: string | null;
  workplace_id: string;
}
