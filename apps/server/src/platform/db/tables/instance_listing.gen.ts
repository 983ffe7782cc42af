// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface InstanceListing {
  business_key: string | null;
  definition_id: string;
  ended_at: Timestamp;
  instance_id: string;
  is_cancelled: boolean;
  is_filed: Generated<boolean>;
  process_key: string | null;
  process_name: string;
  reader: string;
  started_at: Timestamp;
  title_key: string;
  workplace_id: string;
}
