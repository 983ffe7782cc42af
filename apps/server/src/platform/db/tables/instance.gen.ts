// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface Instance {
  business_key: string | null;
  caller_element_id: string | null;
  caller_instance_id: string | null;
  case_instance_id: string | null;
  definition_id: string;
  id: string;
  is_suspended: boolean;
  open_children: number;
  revision: Generated<number>;
  root_id: string;
  start_element_key: string | null;
  start_user_id: string | null;
  started_at: Timestamp;
  tenant_id: string | null;
  title: string | null;
  workplace_id: string;
}
