// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface ExternalApi {
  connection_id: string;
  created_at: Timestamp;
  created_by: string | null;
  description: Generated<string>;
  disabled_at: Timestamp | null;
  disabled_by: string | null;
  disabled_reason: string | null;
  id: string;
  name: string;
  revision: Generated<number>;
  system_id: string;
  updated_at: Timestamp;
  updated_by: string | null;
  workplace_id: string;
}
