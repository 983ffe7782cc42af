// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface TaskListing {
  due_at: Timestamp;
  follow_up_at: Timestamp | null;
  instance_id: string | null;
  name_key: string;
  priority: number;
  process_key: string | null;
  process_name: string;
  reader: string;
  root_id: string;
  task_id: string;
  workplace_id: string;
}
