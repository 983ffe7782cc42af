// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface TaskReading {
  due_at: Timestamp | null;
  follow_up_at: Timestamp | null;
  instance_id: string | null;
  name_key: string | null;
  priority: number | null;
  process_key: string | null;
  process_name: string | null;
  reader: string | null;
  root_id: string | null;
  task_id: string | null;
  workplace_id: string | null;
}
