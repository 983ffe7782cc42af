// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface ToolUse {
  client: string;
  created_at: Timestamp;
  id: string;
  input: string;
  state: string;
  tool: string;
  user_id: string;
  workplace_id: string;
}
