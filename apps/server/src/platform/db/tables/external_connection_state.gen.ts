// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface ExternalConnectionState {
  connection_id: string;
  failures: Generated<number>;
  next_at: Timestamp | null;
  paused_until: Timestamp | null;
  refresh_sealed: Buffer | null;
  renewing_by: string | null;
  renewing_until: Timestamp | null;
  token_sealed: Buffer | null;
  token_until: Timestamp | null;
  workplace_id: string;
}
