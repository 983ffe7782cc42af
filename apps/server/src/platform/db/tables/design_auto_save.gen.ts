// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface DesignAutoSave {
  design_id: string;
  design_text: string;
  saved_at: Timestamp;
  user_id: string;
  version: number;
  workplace_id: string;
}
