// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Json, Timestamp } from './column-types.gen.ts'

export interface OwnRole {
  created_at: Timestamp;
  created_by: string | null;
  description: string;
  disabled_at: Timestamp | null;
  disabled_by: string | null;
  disabled_reason: string | null;
  id: string;
  is_disabled: Generated<boolean>;
  key: string;
  name: string;
  name_key: Generated<string | null>;
  needs_second_factor: Generated<boolean>;
  permissions: Json;
  revision: Generated<number>;
  updated_at: Timestamp;
  updated_by: string | null;
  workplace_id: string;
}
