// Written by scripts/generate-db-types.ts: do not edit.
import type { Json, Timestamp } from './column-types.gen.ts'

export interface Element {
  data: Json | null;
  element_key: string;
  execution_id: string;
  flow_key: string | null;
  id: string;
  instance_id: string;
  loop: string | null;
  open_children: number;
  parent_id: string;
  root_id: string;
  started_at: Timestamp;
  state: string;
  token_id: string;
  workplace_id: string;
}
