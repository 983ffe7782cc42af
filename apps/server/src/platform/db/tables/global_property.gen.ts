// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Json, Timestamp } from './column-types.gen.ts'

export interface GlobalProperty {
  created_at: Timestamp;
  created_by: string | null;
  description: Generated<string>;
  environment_sealed: Generated<Json>;
  environment_values: Generated<Json>;
  handle: string | null;
  id: string;
  is_per_environment: Generated<boolean>;
  is_secret: Generated<boolean>;
  key: string;
  key_key: Generated<string | null>;
  name: string;
  name_key: Generated<string | null>;
  revision: Generated<number>;
  sealed: Buffer | null;
  type: string;
  updated_at: Timestamp;
  updated_by: string | null;
  value: string | null;
  workplace_id: string;
}
