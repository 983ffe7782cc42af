// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Json, Timestamp } from './column-types.gen.ts'

export interface ExternalConnection {
  created_at: Timestamp;
  created_by: string | null;
  description: Generated<string>;
  disabled_at: Timestamp | null;
  disabled_by: string | null;
  disabled_reason: string | null;
  environment: string | null;
  id: string;
  kind: string;
  name: string;
  other_secrets: Buffer | null;
  revision: Generated<number>;
  sealed: Buffer | null;
  settings: Json;
  stands_for: string | null;
  system_id: string;
  test_fault: string | null;
  test_ms: number | null;
  tested_at: Timestamp | null;
  updated_at: Timestamp;
  updated_by: string | null;
  workplace_id: string;
}
