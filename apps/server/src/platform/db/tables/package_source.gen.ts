// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface PackageSource {
  acts_as: string;
  applications: string;
  created_at: Timestamp;
  created_by: string | null;
  description: string;
  disabled_at: Timestamp | null;
  disabled_by: string | null;
  disabled_reason: string | null;
  every_minutes: number | null;
  failures: Generated<number>;
  folder: string;
  id: string;
  is_disabled: Generated<boolean>;
  kind: string;
  looked_at: Timestamp | null;
  message: Generated<string>;
  name: string;
  name_key: Generated<string | null>;
  outcome: string | null;
  received_digest: string | null;
  revision: Generated<number>;
  token: Buffer | null;
  updated_at: Timestamp;
  updated_by: string | null;
  url: string;
  with_rows: boolean;
  workplace_id: string;
}
