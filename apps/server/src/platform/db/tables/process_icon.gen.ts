// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface ProcessIcon {
  changed_at: Timestamp;
  changed_by: string;
  icon: string;
  process_key: string;
  workplace_id: string;
}
