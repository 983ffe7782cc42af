// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface SessionSpentRefresh {
  refresh_hash: Buffer;
  session_id: string;
  spent_at: Timestamp;
  workplace_id: string;
}
