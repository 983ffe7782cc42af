// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface AppProcess {
  application_id: string;
  category_id: string | null;
  created_at: Timestamp;
  created_by: string | null;
  disabled_at: Timestamp | null;
  disabled_by: string | null;
  disabled_reason: string | null;
  documentation: string | null;
  icon: string | null;
  id: string;
  is_disabled: Generated<boolean>;
  name: string;
  name_key: Generated<string | null>;
  process_key: string;
  revision: Generated<number>;
  starter_groups: string | null;
  starter_users: string | null;
  updated_at: Timestamp;
  updated_by: string | null;
  version: Generated<number>;
  workplace_id: string;
}
