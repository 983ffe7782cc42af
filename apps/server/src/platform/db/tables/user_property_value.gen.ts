// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated } from './column-types.gen.ts'

export interface UserPropertyValue {
  number: Generated<number | null>;
  property_id: string;
  text_key: Generated<string>;
  unique_key: string | null;
  user_id: string;
  value: string;
  workplace_id: string;
}
