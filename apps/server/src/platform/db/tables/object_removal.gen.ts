// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface ObjectRemoval {
  due_at: Timestamp;
  is_claimed: Generated<boolean>;
  object_key: string;
  tries: Generated<number>;
}
