// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface InstanceListed {
  business_key: string | null;
  definition_id: string | null;
  ended_at: Timestamp | null;
  instance_id: string | null;
  is_cancelled: boolean | null;
  process_key: string | null;
  process_name: string | null;
  started_at: Timestamp | null;
  title_key: string | null;
  workplace_id: string | null;
}
