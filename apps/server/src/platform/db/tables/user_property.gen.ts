// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface UserProperty {
  choices: string[];
  created_at: Timestamp;
  created_by: string | null;
  default_description: string;
  default_value: string;
  disabled_at: Timestamp | null;
  disabled_by: string | null;
  disabled_reason: string | null;
  editors: string;
  id: string;
  is_disabled: Generated<boolean>;
  is_required: boolean;
  is_unique: boolean;
  key: string;
  name: string;
  name_key: Generated<string | null>;
  revision: Generated<number>;
  type: string;
  updated_at: Timestamp;
  updated_by: string | null;
  viewers: string;
  workplace_id: string;
}
