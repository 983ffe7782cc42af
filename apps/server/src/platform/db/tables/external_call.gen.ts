// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface ExternalCall {
  adapter_id: string;
  answer: string | null;
  answer_bytes: number | null;
  at: Timestamp;
  connection_id: string;
  fault: string | null;
  given_sealed: Buffer | null;
  id: string;
  idempotency_key: string | null;
  ms: number;
  origin: string;
  outcome: string;
  replay_of: string | null;
  replayed_by: string | null;
  request: string;
  request_bytes: number;
  status: number | null;
  workplace_id: string;
}
