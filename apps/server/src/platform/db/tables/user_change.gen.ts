// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Json, Timestamp } from './column-types.gen.ts'

export interface UserChange {
  change: Json;
  changed_count: Generated<number>;
  created_at: Timestamp;
  done_count: Generated<number>;
  ended_at: Timestamp | null;
  id: string;
  position: Generated<number>;
  refused_count: Generated<number>;
  same_count: Generated<number>;
  state: string;
  total_count: number;
  user_id: string;
  workplace_id: string;
}
