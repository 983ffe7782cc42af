// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Json, Timestamp } from './column-types.gen.ts'

export interface Simulation {
  created_at: Timestamp;
  created_by: string;
  definition_id: string;
  done_runs: Generated<number>;
  ended_at: Timestamp | null;
  id: string;
  input: Json;
  message: Generated<string>;
  name: string;
  prepared: Json | null;
  result: Json | null;
  run_count: number;
  state: string;
  workplace_id: string;
}
