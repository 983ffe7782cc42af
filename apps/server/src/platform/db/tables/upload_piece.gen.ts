// Written by scripts/generate-db-types.ts: do not edit.
import type { Timestamp } from './column-types.gen.ts'

export interface UploadPiece {
  at: Timestamp;
  bytes: Buffer;
  number: number;
  upload_id: string;
  workplace_id: string;
}
