// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface AppProcessVersion {
  design_xml: string;
  note: string | null;
  process_id: string;
  restored_from: number | null;
  saved_at: Timestamp;
  saved_by: string | null;
  version: number;
  workplace_id: string;
}
