// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface UserGroup {
  created_at: Generated<Timestamp>;
  created_by: string | null;
  description: string | null;
  disabled_at: Timestamp | null;
  disabled_by: string | null;
  disabled_reason: string | null;
  email: string | null;
  has_manager: Generated<boolean>;
  id: string;
  is_disabled: Generated<boolean>;
  key: string;
  key_key: Generated<string | null>;
  manager_id: string | null;
  name: string;
  name_key: Generated<string | null>;
  parent_id: string | null;
  revision: Generated<number>;
  type: string | null;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  workplace_id: string;
}
