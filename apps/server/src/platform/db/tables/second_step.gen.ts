// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface SecondStep {
  challenge: string | null;
  created_at: Timestamp;
  expires_at: Timestamp;
  new_password_hash: string | null;
  password_hash: string;
  purpose: string;
  token_hash: Buffer;
  user_id: string;
  workplace_id: string;
}
