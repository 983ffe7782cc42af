// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface Absence {
  created_at: Timestamp;
  created_by: string | null;
  from_at: Timestamp;
  id: string;
  note: string | null;
  process_keys: string[] | null;
  substitute_id: string | null;
  until_at: Timestamp;
  updated_at: Timestamp;
  updated_by: string | null;
  user_id: string;
  workplace_id: string;
}
