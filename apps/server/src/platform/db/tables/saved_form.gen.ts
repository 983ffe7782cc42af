// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface SavedForm {
  basis: string | null;
  entries: string | null;
  expires_at: Timestamp;
  form_hash: string;
  id: string;
  link_id: string;
  saved_at: Timestamp;
  token_hash: Buffer;
  used_at: Timestamp | null;
  workplace_id: string;
}
