// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface SpentCaptcha {
  digest: Buffer;
  expires_at: Timestamp;
  workplace_id: string;
}
