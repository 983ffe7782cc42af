// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface MovedItem {
  kind: string;
  moved_at: Timestamp;
  source: string;
  source_id: string;
  workplace_id: string;
}
