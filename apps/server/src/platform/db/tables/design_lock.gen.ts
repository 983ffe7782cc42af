// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface DesignLock {
  design_id: string;
  since: Timestamp;
  token: string;
  until: Timestamp;
  username: string;
  workplace_id: string;
}
