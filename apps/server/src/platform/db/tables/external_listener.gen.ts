// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Json, Timestamp } from './column-types.gen.ts'

export interface ExternalListener {
  address: string | null;
  api_id: string;
  created_at: Timestamp;
  created_by: string | null;
  description: Generated<string>;
  disabled_at: Timestamp | null;
  disabled_by: string | null;
  disabled_reason: string | null;
  id: string;
  kind: string;
  name: string;
  old_sealed: Buffer | null;
  old_token_hash: Buffer | null;
  old_until: Timestamp | null;
  revision: Generated<number>;
  sealed: Buffer | null;
  settings: Json;
  system_id: string;
  token_hash: Buffer | null;
  updated_at: Timestamp;
  updated_by: string | null;
  workplace_id: string;
}
