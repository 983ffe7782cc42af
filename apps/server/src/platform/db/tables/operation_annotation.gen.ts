// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface OperationAnnotation {
  annotation: string;
  operation_id: string;
  set_at: Timestamp;
  set_by: string | null;
  workplace_id: string;
}
