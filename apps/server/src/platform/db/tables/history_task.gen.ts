// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface HistoryTask {
  assignee: string | null;
  candidate_groups: string[] | null;
  candidate_users: string[] | null;
  created_at: Timestamp;
  definition_id: string;
  description: string | null;
  due_at: Timestamp | null;
  element_id: string;
  ended_at: Timestamp;
  ended_by: string | null;
  execution_id: string;
  follow_up_at: Timestamp | null;
  id: string;
  instance_id: string;
  name: string | null;
  owner: string | null;
  priority: number;
  reason: string;
  root_id: string;
  task_key: string;
  tenant_id: string | null;
  title: string | null;
  workplace_id: string;
}
