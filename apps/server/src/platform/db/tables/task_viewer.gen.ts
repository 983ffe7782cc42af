// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface TaskViewer {
  seen_at: Timestamp;
  stream_id: string;
  task_id: string;
  username: string;
  workplace_id: string;
}
