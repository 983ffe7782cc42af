// Written by scripts/generate-db-types.ts: do not edit.
import type { ColumnType } from 'kysely'
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface SecondFactor {
  counter: Generated<ColumnType<number, number | bigint | string, number | bigint | string>>;
  created_at: Timestamp;
  credential_id: string | null;
  id: string;
  kind: string;
  last_step: Generated<ColumnType<number, number | bigint | string, number | bigint | string>>;
  last_used_at: Timestamp | null;
  name: string;
  public_key: Buffer | null;
  secret: Buffer | null;
  transports: Generated<string[]>;
  user_id: string;
  workplace_id: string;
}
