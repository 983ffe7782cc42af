// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface WorkplaceMove {
  digest: string | null;
  holder: string;
  moved_id: string;
  source: string | null;
  started_at: Generated<Timestamp>;
  step: string;
  target: string | null;
}
