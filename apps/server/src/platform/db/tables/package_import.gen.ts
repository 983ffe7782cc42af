// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface PackageImport {
  content_digest: string | null;
  created_at: Timestamp;
  created_by: string | null;
  decisions: string | null;
  digest: string;
  done: Generated<number>;
  ended_at: Timestamp | null;
  ended_by: string | null;
  file_name: string;
  file_size: number;
  fingerprint: string;
  id: string;
  message: string | null;
  origin_created_at: Timestamp;
  origin_created_by: string;
  origin_workplace: string;
  origin_workplace_id: string | null;
  package: Buffer | null;
  reason: string | null;
  rolled_back_at: Timestamp | null;
  rolled_back_by: string | null;
  set_up: string | null;
  skipped: Generated<number>;
  source_id: string | null;
  state: string;
  total: Generated<number>;
  user_id: string | null;
  workplace_id: string;
}
