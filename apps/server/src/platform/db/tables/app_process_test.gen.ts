// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface AppProcessTest {
  created_at: Timestamp;
  created_by: string | null;
  expected: string;
  id: string;
  name: string;
  process_id: string;
  revision: Generated<number>;
  steps: string;
  updated_at: Timestamp;
  updated_by: string | null;
  workplace_id: string;
}
