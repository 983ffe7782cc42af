// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface PasswordLink {
  created_at: Timestamp;
  created_by: string | null;
  email: string | null;
  expires_at: Timestamp;
  id: string;
  kind: string;
  token_hash: Buffer;
  user_id: string | null;
  workplace_id: string;
}
