// Written by scripts/generate-db-types.ts: do not edit.
import type { Json, Timestamp } from './column-types.gen.ts'

export interface HistoryVariable {
  at: Timestamp;
  bytes: Buffer | null;
  element_id: string | null;
  id: string;
  info: Json | null;
  instance_id: string;
  is_removed: boolean;
  name: string;
  operation_id: string | null;
  revision: number;
  scope_id: string;
  type: string;
  value: string | null;
  variable_id: string;
  workplace_id: string;
}
