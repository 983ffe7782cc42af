// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface IdempotencyKey {
  answer: Buffer | null;
  created_at: Timestamp;
  has_effect: Generated<boolean>;
  held_until: Timestamp;
  holder: string;
  key: string;
  request: Buffer;
  user_id: string;
  workplace_id: string;
}
