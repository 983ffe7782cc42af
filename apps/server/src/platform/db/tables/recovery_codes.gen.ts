// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface RecoveryCodes {
  created_at: Timestamp;
  hashes: string[];
  user_id: string;
  workplace_id: string;
}
