// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface OperationLog {
  at: Timestamp;
  batch_id: string | null;
  category: string;
  definition_id: string | null;
  deployment_id: string | null;
  entity_type: string;
  execution_id: string | null;
  external_task_id: string | null;
  id: string;
  instance_id: string | null;
  job_definition_id: string | null;
  job_id: string | null;
  new_value: string | null;
  operation_id: string;
  operation_type: string;
  org_value: string | null;
  process_key: string | null;
  property: string | null;
  root_id: string | null;
  task_id: string | null;
  tenant_id: string | null;
  user_id: string;
  workplace_id: string;
}
