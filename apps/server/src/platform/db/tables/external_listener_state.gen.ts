// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Json, Timestamp } from './column-types.gen.ts'

export interface ExternalListenerState {
  fault: string | null;
  fault_since: Timestamp | null;
  holder: string | null;
  listener_id: string;
  looked_at: Timestamp | null;
  seen: Generated<Json>;
  silent_since: Timestamp | null;
  waiting: Generated<number>;
  waiting_since: Timestamp | null;
  workplace_id: string;
}
