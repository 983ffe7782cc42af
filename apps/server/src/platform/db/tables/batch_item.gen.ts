// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated } from './column-types.gen.ts'

export interface BatchItem {
  batch_id: string;
  code: string | null;
  job_id: Generated<string>;
  message: string | null;
  name: string;
  position: number;
  retries: Generated<number>;
  state: string;
  /**
   * The thing that something is done to: what it is, the kind of the batch says.
   */
  subject_id: string;
  workplace_id: string;
}
