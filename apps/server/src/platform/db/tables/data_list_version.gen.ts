// Written by scripts/generate-db-types.ts: do not edit.
import type { Json, Timestamp } from './column-types.gen.ts'

export interface DataListVersion {
  added: number;
  changed: number;
  columns: Json;
  data_list_id: string;
  removed: number;
  restored_from: number | null;
  row_count: number;
  saved_at: Timestamp;
  saved_by: string | null;
  source: string | null;
  version: number;
  workplace_id: string;
}
