// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface FormVersion {
  designer_json: string;
  form_id: string;
  note: string | null;
  rendered_json: string;
  restored_from: number | null;
  saved_at: Timestamp;
  saved_by: string | null;
  version: number;
  workplace_id: string;
}
