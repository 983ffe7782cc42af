// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface AppDecisionVersion {
  decision_id: string;
  design_xml: string;
  note: string | null;
  restored_from: number | null;
  saved_at: Timestamp;
  saved_by: string | null;
  version: number;
  workplace_id: string;
}
