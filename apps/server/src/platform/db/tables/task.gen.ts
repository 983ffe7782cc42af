// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface Task {
  assignee: string | null;
  candidate_groups: string[];
  candidate_users: string[];
  category: string | null;
  created_at: Timestamp;
  definition_id: string | null;
  delegation: string | null;
  description: string | null;
  due_at: Timestamp | null;
  element_id: string;
  execution_id: string | null;
  follow_up_at: Timestamp | null;
  form_key: string | null;
  id: string;
  instance_id: string | null;
  is_filed: Generated<boolean>;
  is_suspended: boolean;
  name: string | null;
  name_key: Generated<string | null>;
  owner: string | null;
  parent_task_id: string | null;
  priority: number;
  root_id: string;
  task_key: string | null;
  tenant_id: string | null;
  title: string | null;
  updated_at: Timestamp | null;
  workplace_id: string;
}
