// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Json, Timestamp } from './column-types.gen.ts'

export interface Variable {
  bytes: Buffer | null;
  created_at: Timestamp;
  id: string;
  info: Json | null;
  instance_id: string;
  name: string;
  number: number | null;
  revision: number;
  root_id: string;
  scope_id: string;
  text_key: Generated<string | null>;
  type: string;
  value: string | null;
  workplace_id: string;
}
