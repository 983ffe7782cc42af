// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface TaskAttachment {
  bytes: Buffer | null;
  created_at: Timestamp;
  description: string | null;
  file_id: string | null;
  id: string;
  instance_id: string | null;
  name: string | null;
  root_id: string | null;
  task_id: string | null;
  type: string | null;
  url: string | null;
  user_id: string | null;
  workplace_id: string;
}
