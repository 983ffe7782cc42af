// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface FormReceipt {
  id: string;
  instance_id: string;
  link_id: string;
  once_of: string | null;
  reference: string;
  saved_id: string | null;
  sent_at: Timestamp;
  workplace_id: string;
}
