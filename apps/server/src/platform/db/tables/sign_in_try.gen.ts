// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface SignInTry {
  account: Buffer | null;
  count: number;
  ends_at: Timestamp;
  key: Buffer;
}
