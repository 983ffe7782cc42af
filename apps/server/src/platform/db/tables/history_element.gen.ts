// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface HistoryElement {
  assignee: string | null;
  called_instance_id: string | null;
  definition_id: string;
  element_key: string;
  ended_at: Timestamp;
  ends_path: boolean;
  execution_id: string;
  flow_key: string | null;
  id: string;
  instance_id: string;
  is_cancelled: boolean;
  loop: string | null;
  parent_id: string;
  root_id: string;
  started_at: Timestamp;
  task_id: string | null;
  workplace_id: string;
}
