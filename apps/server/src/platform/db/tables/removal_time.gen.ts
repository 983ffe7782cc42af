// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface RemovalTime {
  removal_at: Timestamp | null;
  set_at: Timestamp;
  subject_id: string;
  workplace_id: string;
}
