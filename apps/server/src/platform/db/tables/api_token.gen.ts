// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface ApiToken {
  created_at: Generated<Timestamp>;
  created_by: string | null;
  expires_at: Timestamp;
  id: string;
  last_used_at: Timestamp | null;
  name: string;
  process_keys: string[] | null;
  scopes: string[];
  token_hash: Buffer;
  topics: string[] | null;
  user_id: string;
  workplace_id: string;
}
