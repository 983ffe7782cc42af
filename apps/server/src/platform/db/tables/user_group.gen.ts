// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface UserGroup {
  created_at: Generated<Timestamp>;
  created_by: string | null;
  description: string | null;
  id: string;
  key: string;
  name: string;
  type: string | null;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  workplace_id: string;
}
