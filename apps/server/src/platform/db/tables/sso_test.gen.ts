// Written by scripts/generate-db-types.ts: do not edit.
import type { Json, Timestamp } from './column-types.gen.ts'

export interface SsoTest {
  created_at: Timestamp;
  result: Json | null;
  token_hash: Buffer;
  user_id: string;
  workplace_id: string;
}
