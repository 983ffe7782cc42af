// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Json, Timestamp } from './column-types.gen.ts'

export interface UserTheme {
  code: string;
  created_at: Generated<Timestamp>;
  created_by: string | null;
  id: string;
  name: string;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  variables: Json;
  workplace_id: string;
}
