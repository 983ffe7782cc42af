// Written by scripts/generate-db-types.ts: do not edit.
import type { Json, Timestamp } from './column-types.gen.ts'

export interface BusinessCalendar {
  changed_at: Timestamp;
  changed_by: string | null;
  holidays: string[];
  hours: Json;
  name: string;
  workplace_id: string;
  zone: string;
}
