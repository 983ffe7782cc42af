// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface EarlierPassword {
  password_hash: string;
  replaced_at: Timestamp;
  user_id: string;
  workplace_id: string;
}
