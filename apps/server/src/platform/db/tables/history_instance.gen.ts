// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface HistoryInstance {
  business_key: string | null;
  caller_instance_id: string | null;
  case_instance_id: string | null;
  definition_id: string;
  end_element_key: string | null;
  ended_at: Timestamp;
  ended_by: string | null;
  id: string;
  outcome: string;
  reason: string | null;
  root_id: string;
  start_element_key: string | null;
  start_user_id: string | null;
  started_at: Timestamp;
  tenant_id: string | null;
  title: string | null;
  workplace_id: string;
}
