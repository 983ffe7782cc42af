// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface ExternalDelivery {
  at: Timestamp;
  body_key: Buffer | null;
  bytes: Generated<number>;
  connection_id: string | null;
  content: string | null;
  fault: string | null;
  id: string;
  id_key: Buffer | null;
  instance_id: string | null;
  listener_id: string;
  location: string | null;
  ms: Generated<number>;
  outcome: string;
  path: string | null;
  process_key: string | null;
  replay_of: string | null;
  replayed_by: string | null;
  sealed: Buffer | null;
  subject: string | null;
  tries: Generated<number>;
  workplace_id: string;
}
