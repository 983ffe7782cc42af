// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface DataListFeedRun {
  added: Generated<number>;
  at: Timestamp;
  changed: Generated<number>;
  data_list_id: string;
  id: string;
  loss: string | null;
  message: string | null;
  ms: number;
  outcome: string;
  removed: Generated<number>;
  rows: Generated<number>;
  started_by: string | null;
  workplace_id: string;
}
