// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface UserImport {
  changed_count: Generated<number>;
  created_at: Timestamp;
  ended_at: Timestamp | null;
  file_name: string;
  heads: string[];
  id: string;
  key_field: string;
  mapping: string[];
  new_count: Generated<number>;
  notes: string[];
  position: Generated<number>;
  refused_count: Generated<number>;
  row_count: number;
  same_count: Generated<number>;
  state: string;
  user_id: string;
  workplace_id: string;
}
