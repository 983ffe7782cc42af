// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface TaskBatch {
  about: string | null;
  created_at: Timestamp;
  deed: string;
  done: Generated<number>;
  ended_at: Timestamp | null;
  failed: Generated<number>;
  id: string;
  state: string;
  total: number;
  user_id: string;
  workplace_id: string;
}
