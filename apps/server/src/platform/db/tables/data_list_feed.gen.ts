// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface DataListFeed {
  acts_as: string;
  adapter: string;
  data_list_id: string;
  every_minutes: number | null;
  id: string;
  mode: string;
  needs_set_up: Generated<boolean>;
  threshold_percent: number;
  updated_at: Timestamp;
  updated_by: string | null;
  workplace_id: string;
}
