// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface IncidentAlertMark {
  ordered_at: Timestamp;
  told_until: Timestamp;
  workplace_id: string;
}
