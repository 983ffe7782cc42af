// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Json, Timestamp } from './column-types.gen.ts'

export interface ExternalAdapter {
  api_id: string;
  created_at: Timestamp;
  created_by: string | null;
  description: Generated<string>;
  disabled_at: Timestamp | null;
  disabled_by: string | null;
  disabled_reason: string | null;
  id: string;
  key: string;
  kind: string;
  name: string;
  revision: Generated<number>;
  settings: Json;
  system_id: string;
  updated_at: Timestamp;
  updated_by: string | null;
  workplace_id: string;
}
