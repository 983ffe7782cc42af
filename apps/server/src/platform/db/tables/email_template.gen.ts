// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface EmailTemplate {
  created_at: Timestamp;
  created_by: string | null;
  disabled_at: Timestamp | null;
  disabled_by: string | null;
  disabled_reason: string | null;
  html: string;
  id: string;
  is_disabled: Generated<boolean>;
  missing_values: string;
  name: string;
  name_key: Generated<string | null>;
  revision: Generated<number>;
  subject: string;
  updated_at: Timestamp;
  updated_by: string | null;
  variables: string[];
  workplace_id: string;
}
