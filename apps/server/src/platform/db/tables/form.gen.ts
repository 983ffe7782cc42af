// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface Form {
  application_id: string | null;
  created_at: Timestamp;
  created_by: string | null;
  disabled_at: Timestamp | null;
  disabled_by: string | null;
  disabled_reason: string | null;
  form_key: string | null;
  id: string;
  is_disabled: Generated<boolean>;
  is_template: Generated<boolean>;
  labels: Generated<string>;
  name: string;
  name_key: Generated<string | null>;
  revision: Generated<number>;
  updated_at: Timestamp;
  updated_by: string | null;
  version: Generated<number>;
  workplace_id: string;
}
