// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface Session {
  access_expires_at: Timestamp;
  access_hash: Buffer;
  address: string | null;
  created_at: Timestamp;
  id: string;
  idle_seconds: number;
  last_seen_at: Timestamp;
  method: Generated<string>;
  refresh_hash: Buffer;
  refreshed_at: Timestamp;
  user_agent: string | null;
  user_id: string;
  workplace_id: string;
}
