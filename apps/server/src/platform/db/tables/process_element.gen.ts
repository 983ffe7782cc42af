// Written by scripts/generate-db-types.ts: do not edit.
import type { Json } from './column-types.gen.ts'

export interface ProcessElement {
  definition_id: string;
  element_key: string;
  form_ref: Json | null;
  name: string | null;
  type: string;
  workplace_id: string;
}
