// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface KnownOrigin {
  last_seen_at: Timestamp;
  origin: Buffer;
  user_id: string;
  workplace_id: string;
}
