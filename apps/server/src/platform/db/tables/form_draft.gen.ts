// Written by scripts/generate-db-types.ts: do not edit.
import type { Generated, Timestamp } from './column-types.gen.ts'

export interface FormDraft {
  basis: string | null;
  definition_id: string | null;
  entries: string;
  file_ids: string[];
  form_hash: string;
  form_key: string | null;
  id: Generated<string>;
  kind: string;
  name: Generated<string>;
  process_key: string | null;
  process_name: Generated<string>;
  revision: number;
  saved_at: Timestamp;
  subject: string;
  task_key: string | null;
  tenant_id: string | null;
  title: string | null;
  user_id: string;
  workplace_id: string;
  writer: string;
}
