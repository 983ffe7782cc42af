// Written by scripts/generate-db-types.ts: do not edit.
import type { ColumnType } from 'kysely'
import type { Generated } from './column-types.gen.ts'

export interface JobDefinition {
  configuration: string;
  definition_id: string;
  element_key: string;
  id: string;
  is_body: boolean;
  is_inner: boolean;
  is_suspended: Generated<boolean>;
  kind: string;
  priority: ColumnType<number, number | bigint | string, number | bigint | string> | null;
  type: string;
  workplace_id: string;
}
