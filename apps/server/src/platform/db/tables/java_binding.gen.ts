// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface JavaBinding {
  changed_at: Timestamp;
  changed_by: string | null;
  kind: string;
  language: string | null;
  name: string;
  text: string;
  workplace_id: string;
}
